import { getMembership, type GroupMembership } from '@rootsquare/contract/groups'
import {
  decideProposal,
  getGroupPage,
  listProposals,
  listVersions,
  proposeSection,
  restoreVersion,
  writeSection,
} from '@rootsquare/contract/sections'
import type { Proposal, Section, Version } from '@rootsquare/contract/sections'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { answer, callsOf } from '#web/test/fake-server.ts'
import {
  answerGroup,
  answerJoin,
  created,
  member,
  moderator,
  pagesOf,
  reject,
  sectionsWith,
  visitor,
  waja,
} from '#web/test/group-answers.ts'
import { closeApp, openApp } from '#web/test/open-app.tsx'
import { button, dialog, expectNotice, existing } from '#web/test/page.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

const article = (name = 'About') => screen.findByRole('article', { name })
const inDialog = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name })
const lead = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Lead' })
const text = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Text/ })
const theirs = () => screen.findByRole('region', { name: 'Current text' })
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

const about: Section = {
  name: 'About',
  detail: 'A people of weavers.',
  description:
    'Looms stand in every yard.\nMost of them are old.\n\nSee https://example.org/looms, <b>no</b> tags.',
  versionId: 1,
  updatedDate: '2026-03-04T10:00:00.000Z',
}

type Opened = { standing?: GroupMembership; section?: Section; press?: string }

/** Opens the page of a section and presses the button named `press`. */
async function openSection({ standing = member, section = about, press }: Opened) {
  answerGroup({ standing, sections: sectionsWith(section) })
  const user = await openApp(`/group/7/${section.name.toLowerCase()}`)
  if (press !== undefined) await user.click(await button(press))
  return user
}

const openEditor = () => openSection({ standing: moderator, press: 'Edit' })

async function closeDialog(user: UserEvent): Promise<void> {
  await user.keyboard('{Escape}')
  await noDialog()
}

/** Lets somebody else save the section. */
function writeElsewhere(description: string, versionId: number): void {
  answer(getGroupPage, () => sectionsWith({ ...about, detail: '', description, versionId }))
}

/** Accepts a save, or rejects one that is based on an older version. */
function answerSaves(versionId: number): void {
  answer(writeSection, ({ body }) => {
    const saved = { ...about, ...body, versionId: versionId + 1 }
    answer(getGroupPage, () => sectionsWith(saved))
    return { ...saved, name: body.name }
  })
}

const stale = 'Somebody has changed this section since you opened it.'

describe('a section', () => {
  test('shows paragraphs with links and no markup', async () => {
    await openSection({})
    const section = within(await article())
    expect(section.getByRole('heading', { level: 2, name: 'About' })).toBeVisible()
    const paragraphs = section.getAllByRole('paragraph').map(({ textContent }) => textContent)
    expect(paragraphs).toContain('A people of weavers.')
    expect(paragraphs).toContain('See https://example.org/looms, <b>no</b> tags.')
    expect(paragraphs).toContain('Updated 4 March 2026')
    const link = section.getByRole('link', { name: 'https://example.org/looms' })
    expect(link).toHaveAttribute('href', 'https://example.org/looms')
  })

  test('a member can propose, but neither edit nor see the history', async () => {
    await openSection({})
    const names = within(await article()).getAllByRole('button')
    expect(names.map(({ textContent }) => textContent)).toEqual(['Propose a change'])
  })

  test('a new member can propose a text for an empty section', async () => {
    answerGroup({ standing: visitor })
    answerJoin(waja)
    const user = await openApp('/group/7/diet')
    const empty = within(await article('Diet'))
    expect(empty.getByText('Nothing is written here yet.')).toBeVisible()
    expect(await empty.findByText('Join Waja to propose a text.')).toBeVisible()
    expect(empty.queryByRole('button')).toBeNull()
    await user.click(await button('Join Waja'))
    await expectNotice('You have joined Waja')
    expect(empty.queryByText('Join Waja to propose a text.')).toBeNull()
    await user.click(await button('Propose a text'))
    await dialog('Propose a text for Diet')
    expect(await lead()).toHaveFocus()
    await closeDialog(user)
    expect(await button('Propose a text')).toHaveFocus()
  })

  test('a moderator can write an empty section', async () => {
    answerGroup({ standing: moderator })
    answerSaves(0)
    const user = await openApp('/group/7/about')
    await user.click(await button('Write it'))
    expect(screen.queryByRole('button', { name: 'History' })).toBeNull()
    await user.type(await text(), 'Yam, on most days.')
    await user.click(inDialog('Save'))
    await expectNotice('Saved')
    await noDialog()
    expect(await article()).toHaveTextContent('Yam, on most days.')
    expect(await button('Edit')).toHaveFocus()
  })

  test('shows why a section does not load, and Retry loads it', async () => {
    answerGroup()
    reject(getGroupPage, 403, 'Not for now')
    const user = await openApp('/group/7/about')
    expect(await within(await screen.findByRole('main')).findByRole('alert')).toHaveTextContent('Not for now')
    answer(getGroupPage, () => sectionsWith(about))
    await user.click(await button('Retry'))
    expect(await article()).toHaveTextContent('A people of weavers.')
  })

  test('shows at the field that a lead is too long', async () => {
    const user = await openEditor()
    await user.clear(await lead())
    await user.click(await lead())
    await user.paste('x'.repeat(301))
    await user.click(inDialog('Save'))
    expect(screen.getByText('Maximum 300 characters allowed')).toBeVisible()
    expect(await lead()).toHaveFocus()
    expect(callsOf(writeSection)).toEqual([])
  })

  test('a draft is restored after the dialog was closed', async () => {
    const user = await openEditor()
    await user.type(await lead(), ' Half')
    await closeDialog(user)
    await user.click(await button('Edit'))
    expect(await lead()).toHaveValue('A people of weavers. Half')
    expect(screen.getByText('Draft restored')).toBeVisible()
    await user.click(await button('Discard draft'))
    expect(await lead()).toHaveValue('A people of weavers.')
    expect(await lead()).toHaveFocus()
  })

  test('a draft survives Back and a reload', async () => {
    const user = await openEditor()
    await user.type(await lead(), ' Half')
    window.history.back()
    await noDialog()
    await closeApp()
    await openEditor()
    expect(await lead()).toHaveValue('A people of weavers. Half')
    expect(screen.getByText('Draft restored')).toBeVisible()
  })

  test('a draft survives a failure and is deleted once it is saved', async () => {
    const user = await openEditor()
    reject(writeSection, 500, 'It broke')
    await user.type(await lead(), ' Half')
    await user.click(inDialog('Save'))
    await expectNotice('It broke')
    expect(await lead()).toHaveValue('A people of weavers. Half')
    answerSaves(1)
    await user.click(inDialog('Save'))
    await noDialog()
    await user.click(await button('Edit'))
    expect(await lead()).toHaveValue('A people of weavers. Half')
    expect(screen.queryByText('Draft restored')).toBeNull()
  })
})

describe('a section that somebody else has changed', () => {
  async function openWithNewerVersion() {
    const user = await openEditor()
    await user.clear(await text())
    await user.type(await text(), 'My own words')
    reject(writeSection, 409, stale, 'STALE')
    writeElsewhere('Their words', 2)
    await user.click(inDialog('Save'))
    await expectNotice(stale)
    expect(await theirs()).toHaveTextContent('Their words')
    expect(await text()).toHaveValue('My own words')
    return user
  }

  test('is not overwritten before the change was shown', async () => {
    const user = await openWithNewerVersion()
    writeElsewhere('Their newer words', 3)
    await user.click(inDialog('Use mine'))
    await waitFor(async () => expect(await theirs()).toHaveTextContent('Their newer words'))
    expect(callsOf(writeSection).map(({ body }) => body.basedOn)).toEqual([1, 2])
    answerSaves(3)
    await user.click(inDialog('Use mine'))
    await noDialog()
    expect(lastOf(callsOf(writeSection))?.body.basedOn).toBe(3)
    expect(await article()).toHaveTextContent('My own words')
  })

  test('is shown again beside a reopened draft', async () => {
    const user = await openWithNewerVersion()
    await closeDialog(user)
    await user.click(await button('Edit'))
    expect(await text()).toHaveValue('My own words')
    expect(await theirs()).toHaveTextContent('Their words')
  })

  test('can replace the draft', async () => {
    const user = await openWithNewerVersion()
    await user.click(inDialog('Take theirs'))
    expect(await text()).toHaveValue('Their words')
    expect(await lead()).toHaveFocus()
    answerSaves(2)
    await user.click(inDialog('Save'))
    await noDialog()
    expect(lastOf(callsOf(writeSection))?.body).toMatchObject({ description: 'Their words', basedOn: 2 })
  })
})

describe('the history of a section', () => {
  const version = (versionId: number, rest: Partial<Version>): Version => ({
    detail: '',
    description: '',
    versionId,
    userId: 5,
    username: 'ene.ochigbo',
    restoredFrom: null,
    acceptedBy: null,
    createdDate: created,
    ...rest,
  })
  const old = version(1, { detail: 'A people of weavers.', description: about.description })
  const row = async (at: number) => within(existing((await screen.findAllByRole('listitem'))[at]))

  async function openHistory(...versions: Version[]) {
    answer(listVersions, pagesOf(versions))
    const user = await openSection({ standing: moderator, press: 'History' })
    await dialog('History of About')
    return user
  }

  async function pressRestore(user: UserEvent) {
    await user.click((await row(1)).getByRole('button'))
    await user.click(await button('Restore this version'))
  }

  test('shows who wrote each version and marks the changes', async () => {
    const newer = version(2, { ...old, versionId: 2, detail: 'A people of potters.', username: 'karo.efe' })
    const user = await openHistory({ ...newer, acceptedBy: 'bose.akande' }, old)
    const first = await row(0)
    const opener = first.getByRole('button')
    expect(opener).toHaveTextContent(/@karo\.efe.*Accepted by @bose\.akande.*Current version/)
    await user.click(opener)
    const marked = (role: string) => first.getAllByRole(role).map(({ textContent }) => textContent)
    expect(marked('insertion').join()).toContain('potters')
    expect(marked('deletion').join()).toContain('weavers')
    expect(first.queryByRole('button', { name: 'Restore this version' })).toBeNull()
    expect((await row(1)).getByRole('button')).toHaveTextContent('@ene.ochigbo')
  })

  test('a rewritten text is shown whole, old and new', async () => {
    const anew = 'Clay comes from the river, and fire does the rest. '.repeat(4)
    const user = await openHistory({ ...old, versionId: 2, description: anew }, old)
    const first = await row(0)
    await user.click(first.getByRole('button'))
    expect(first.getByText('Text: the old words').nextElementSibling).toHaveTextContent(/^Looms/)
    expect(first.getByText('Text: the new words').nextElementSibling).toHaveTextContent(/^Clay/)
    expect(first.queryByRole('insertion')).toBeNull()
  })

  test('a restored version comes first and names its original', async () => {
    const newer = { ...old, versionId: 2, detail: 'A people of potters.' }
    const user = await openHistory(newer, old)
    await pressRestore(user)
    answer(restoreVersion, ({ body }) => {
      answer(listVersions, pagesOf([{ ...old, versionId: 3, restoredFrom: body.versionId }, newer, old]))
      return about
    })
    await user.click(await button('Restore'))
    await expectNotice('Version restored')
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3))
    expect((await row(0)).getByText(/^Restored the version of/)).toBeVisible()
  })

  test('closes when the viewer is no longer a moderator', async () => {
    const user = await openHistory({ ...old, versionId: 2 }, old)
    await pressRestore(user)
    reject(restoreVersion, 403, 'Not yours')
    answer(getMembership, () => member)
    await user.click(await button('Restore'))
    expect(await button('Propose a change')).toBeVisible()
    await noDialog()
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  })

  test('shows why it does not load, and Retry loads it', async () => {
    reject(listVersions, 403, 'No history now')
    const user = await openSection({ standing: moderator, press: 'History' })
    const history = within(await dialog('History of About'))
    expect(await history.findByRole('alert')).toHaveTextContent('No history now')
    answer(listVersions, pagesOf([old]))
    await user.click(inDialog('Retry'))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  })
})

describe('proposals', () => {
  const proposal: Proposal = {
    id: 40,
    groupId: 7,
    groupName: 'Waja',
    name: 'Culture',
    detail: 'Drums and songs.',
    description: 'We dance at harvest and at weddings.',
    note: 'Weddings too',
    state: 'OPEN',
    reason: null,
    userId: 8,
    username: 'osaze.e',
    firstname: 'Osaze',
    lastname: 'Ehigiator',
    profileImage: null,
    decidedBy: null,
    decidedDate: null,
    createdDate: created,
    current: { detail: 'Drums and songs.', description: 'We dance at harvest.' },
    isStale: false,
    can: { decide: true },
  }
  const culture: Section = { ...about, ...proposal.current, name: 'Culture' }

  async function openProposals(list: Proposal[], standing = moderator) {
    answerGroup({ standing, sections: sectionsWith(culture) })
    answer(listProposals, pagesOf(list))
    return openApp('/group/7/proposals')
  }

  test('a member without proposals is led to the sections', async () => {
    answerGroup()
    reject(listProposals, 403, 'Not for now')
    const user = await openApp('/group/7/proposals')
    expect(await within(await screen.findByRole('main')).findByRole('alert')).toHaveTextContent('Not for now')
    answer(listProposals, pagesOf([]))
    await user.click(await button('Retry'))
    expect(await screen.findByText('You have not proposed anything here yet.')).toBeVisible()
    const link = screen.getByRole('link', { name: 'Read what is written' })
    expect(link).toHaveAttribute('href', '/group/7/about')
  })

  test('rejects an unchanged text, and the draft includes the note', async () => {
    reject(proposeSection, 400, 'The section already says this.')
    const user = await openSection({ section: culture, press: 'Propose a change' })
    await user.click(inDialog('Send'))
    await expectNotice('The section already says this.')
    await user.type(await screen.findByRole('textbox', { name: /^Why/ }), 'Weddings too')
    await closeDialog(user)
    await user.click(await button('Propose a change'))
    expect(await screen.findByRole('textbox', { name: /^Why/ })).toHaveValue('Weddings too')
  })

  test('a sent proposal is acknowledged and changes nothing yet', async () => {
    answer(proposeSection, () => proposal)
    const user = await openSection({ section: culture, press: 'Propose a change' })
    await user.type(await text(), ' And at weddings.')
    await user.click(inDialog('Send'))
    await expectNotice('Thank you. The moderators will look at it.')
    await noDialog()
    const section = await article('Culture')
    expect(section).toHaveTextContent('Thank you. The moderators will look at it.')
    expect(section).not.toHaveTextContent('weddings')
    const link = within(section).getByRole('link', { name: 'My proposals' })
    expect(link).toHaveAttribute('href', '/group/7/proposals')
  })

  test('the proposer sees the state and cannot decide', async () => {
    await openProposals([{ ...proposal, can: { decide: false } }], member)
    const own = within(await article('Culture'))
    expect(own.getByText('Open')).toBeVisible()
    expect(own.queryByRole('button')).toBeNull()
  })

  test('a decided proposal shows who decided and why', async () => {
    const decided = { can: { decide: false }, decidedBy: 'karo.efe', decidedDate: created }
    const user = await openProposals(
      [
        { ...proposal, ...decided, state: 'ACCEPTED' },
        { ...proposal, ...decided, id: 41, name: 'Diet', state: 'DECLINED', reason: 'This is about dance' },
      ],
      member,
    )
    const accepted = await article('Culture')
    expect(within(accepted).getByText('Accepted')).toBeVisible()
    expect(accepted).toHaveTextContent('By @karo.efe')
    const declined = await article('Diet')
    expect(within(declined).getByText('Declined')).toBeVisible()
    expect(declined).toHaveTextContent('This is about dance')
    await user.click(within(declined).getByText('The proposed text'))
    expect(within(declined).getByText('We dance at harvest and at weddings.')).toBeVisible()
  })

  test('a proposal for an outdated text is applied by hand', async () => {
    const user = await openProposals([proposal])
    const accept = await button('Accept')
    reject(decideProposal, 409, 'The section has changed since this was proposed.', 'STALE')
    const now = { detail: 'Drums, songs and masks.', description: 'We dance at harvest.' }
    answer(listProposals, pagesOf([{ ...proposal, isStale: true, current: now }]))
    await user.click(accept)
    await expectNotice('The section has changed since this was proposed.')
    expect(await screen.findByText(/^Culture has changed since this was proposed\./)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
    expect(await button('Edit with this text')).toHaveFocus()
    answer(getGroupPage, () => sectionsWith({ ...culture, ...now, versionId: 2 }))
    await user.click(await button('Edit with this text'))
    await dialog('Edit Culture')
    expect(await text()).toHaveValue(proposal.description)
    expect(await theirs()).toHaveTextContent('Drums, songs and masks.')
    answerSaves(2)
    const same = { detail: proposal.detail, description: proposal.description }
    answer(listProposals, pagesOf([{ ...proposal, isStale: true, current: same }]))
    await user.click(inDialog('Save'))
    await expectNotice('Saved')
    await noDialog()
    expect(callsOf(writeSection)[0]?.body).toMatchObject({ ...same, basedOn: 2 })
    expect(await screen.findByText('The section already says this. Accept to thank Osaze.')).toBeVisible()
    expect(await button('Accept')).toBeVisible()
  })

  test('a moderator who decides too late sees an error', async () => {
    const user = await openProposals([proposal])
    reject(decideProposal, 409, 'This proposal has been decided already.')
    const accept = await button('Accept')
    answer(listProposals, pagesOf([]))
    await user.click(accept)
    await expectNotice('This proposal has been decided already.')
    expect(await screen.findByText('No proposals are waiting.')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Open proposals' })).toHaveFocus()
  })

  test('the reason for declining survives closing the dialog', async () => {
    const user = await openProposals([proposal])
    await user.click(await button('Decline'))
    await dialog('Decline the change of Culture?')
    await user.type(await screen.findByRole('textbox', { name: 'Reason (optional)' }), 'About dance')
    await closeDialog(user)
    await user.click(await button('Decline'))
    expect(await screen.findByRole('textbox', { name: 'Reason (optional)' })).toHaveValue('About dance')
    answer(decideProposal, ({ body }) => ({ ...proposal, state: body.state }))
    answer(listProposals, pagesOf([]))
    await user.click(inDialog('Decline'))
    await expectNotice('Proposal declined')
    expect(callsOf(decideProposal)[0]?.body).toEqual({ state: 'DECLINED', reason: 'About dance' })
    expect(await screen.findByText('No proposals are waiting.')).toBeVisible()
  })
})

describe('markup', () => {
  const marked =
    '## Looms\n- **old** ones\n- new ones\n\n![A loom](/media/loom.webp)\n\nSee [here](https://a.example).'

  test('shows headings, lists, pictures and links', async () => {
    await openSection({ section: { ...about, description: marked } })
    const shown = within(await article())
    expect(shown.getByRole('heading', { name: 'Looms', level: 3 })).toBeVisible()
    expect(shown.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['old ones', 'new ones'])
    expect(shown.getByRole('img', { name: 'A loom' })).toHaveAttribute('src', '/media/loom.webp')
    expect(shown.getByRole('link', { name: 'here' })).toHaveAttribute('href', 'https://a.example')
  })

  test('shows an unsafe link of an older text as text', async () => {
    await openSection({ section: { ...about, description: 'Press [here](javascript:alert)' } })
    expect(await article()).toHaveTextContent('Press here')
    expect(within(await article()).queryByRole('link', { name: 'here' })).toBeNull()
  })

  test('buttons write the markup, which can be previewed', async () => {
    const user = await openEditor()
    await user.clear(await text())
    await user.click(inDialog('Heading'))
    expect(await text()).toHaveValue('## Heading\n')
    await user.click(inDialog('Preview'))
    expect(screen.getByRole('heading', { name: 'Heading' })).toBeVisible()
    await user.click(inDialog('Edit'))
    expect(await text()).toHaveValue('## Heading\n')
  })
})
