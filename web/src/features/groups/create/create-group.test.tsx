import { listStates } from '@rootsquare/contract/addresses'
import { createGroup, listGroups, listMemberGroups } from '@rootsquare/contract/groups'
import type { PageQuery } from '@rootsquare/contract/lib/paged'
import { sectionNames, writeSection, type NewSection } from '@rootsquare/contract/sections'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { isNamed } from '#web/entities/groups/match-group.ts'
import { blankDraft, GroupDraft } from './create-group-draft.ts'
import { answer, answerLater, callsOf, noConnection, Rejection } from '#web/test/fake-server.ts'
import { answerGroup, created, newGroup, pagesOf, reject } from '#web/test/group-answers.ts'
import { openApp } from '#web/test/open-app.tsx'
import { button, dialog, expectNotice } from '#web/test/page.ts'

const box = () => within(screen.getByRole('dialog', { name: 'Create Group' }))
const field = (name: string) => box().getByRole<HTMLInputElement>('textbox', { name })
const pressed = (name: string) => box().getByRole('button', { name })
const section = (name: string) => within(box().getByRole('region', { name }))
const lead = (name: string) => section(name).getByRole('textbox', { name: 'Lead' })
const weavers = newGroup(50, 'Weavers')

const saved = ({ name, detail, description }: NewSection) => {
  return { name, detail, description, versionId: 1, updatedDate: created }
}

let lastAdmin = 100

/** Each test has an admin of its own, since a draft stays in memory as long as its author is signed in. */
async function openCreate({ withStates = true } = {}): Promise<UserEvent> {
  lastAdmin += 1
  answer(listGroups, pagesOf([weavers]))
  answer(listMemberGroups, pagesOf([weavers]))
  answerGroup({ group: weavers })
  answer(createGroup, ({ body }) => ({ ...weavers, name: body.name }))
  answer(writeSection, ({ body }) => saved(body))
  if (!withStates) reject(listStates, 403, 'Not now')
  const user = await openApp('/group-list?tab=joined', { userId: lastAdmin, roles: ['ADMIN'] })
  await user.click(await button('Create Group'))
  await dialog('Create Group')
  return user
}

async function sendDetails(user: UserEvent): Promise<void> {
  await user.type(field('Name'), 'Weavers')
  await user.type(field('Description'), 'People of the loom')
  await user.click(pressed('Next'))
}

const secondStep = () => screen.findByText(/^Step 2 of 2/)

async function openSections(): Promise<UserEvent> {
  const user = await openCreate()
  await sendDetails(user)
  await secondStep()
  return user
}

async function reopen(user: UserEvent): Promise<void> {
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await button('Create Group')).toHaveFocus()
  await user.click(await button('Create Group'))
  await dialog('Create Group')
}

async function fill(user: UserEvent, name: string, value: string): Promise<void> {
  await user.clear(field(name))
  await user.click(field(name))
  await user.paste(value)
}

describe('the first step of a new group', () => {
  test('a name and a description are required', async () => {
    const user = await openCreate()
    await user.click(pressed('Next'))
    expect(field('Name')).toHaveAccessibleDescription('Required.')
    expect(field('Description')).toHaveAccessibleDescription('Required.')
    expect(field('Name')).toHaveFocus()
  })

  test('a name is measured as the server measures it', async () => {
    const user = await openCreate()
    const tooLong = 'Maximum 80 characters allowed'
    await fill(user, 'Name', 'x'.repeat(81))
    expect(field('Name')).toHaveAccessibleDescription(tooLong)
    await fill(user, 'Name', 'Ẹ\u0301  '.normalize('NFD').repeat(40))
    expect(field('Name')).toHaveAccessibleDescription(tooLong)
    await fill(user, 'Name', 'e\u0301  '.repeat(40))
    expect(field('Name')).toHaveAccessibleDescription('')
  })

  test('a taken name is marked at its field until it is changed', async () => {
    const user = await openCreate()
    const taken = 'A group with this name already exists.'
    answer(createGroup, () => Promise.reject(new Rejection(409, taken, { fields: { name: taken } })))
    await user.type(field('Name'), 'YORUBA')
    await user.type(field('Description'), 'Again')
    await user.click(pressed('Next'))
    await waitFor(() => expect(field('Name')).toHaveAccessibleDescription(taken))
    expect(field('Name')).toHaveFocus()
    expect(screen.getAllByText(taken)).toHaveLength(1)
    await user.type(field('Name'), ' too')
    expect(field('Name')).toHaveAccessibleDescription('')
  })

  test('a failure is shown once, in the dialog', async () => {
    const user = await openCreate()
    reject(createGroup, 500, 'Broken thread')
    await sendDetails(user)
    expect(await box().findByText('Broken thread, please try again later.')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Notices' })).toBeNull()
  })

  test('finds states by a part of their name', async () => {
    const user = await openCreate()
    expect(await box().findAllByRole('checkbox')).toHaveLength(3)
    await user.type(box().getByRole('searchbox', { name: 'Search states' }), 'la')
    expect(box().getAllByRole('checkbox')).toHaveLength(2)
    await user.click(box().getByRole('checkbox', { name: 'Lagos' }))
    await user.click(box().getByRole('checkbox', { name: 'Plateau' }))
    expect(box().getByText('Lagos, Plateau')).toBeVisible()
    await sendDetails(user)
    await secondStep()
    expect(callsOf(createGroup)[0]?.body).toMatchObject({ name: 'Weavers', stateCodes: ['NG-LA', 'NG-PL'] })
  })

  test('states that do not load can be loaded again', async () => {
    const user = await openCreate({ withStates: false })
    expect(await box().findByText('Not now')).toBeVisible()
    answer(listStates, () => [{ code: 'NG-LA', name: 'Lagos' }])
    await user.click(pressed('Retry'))
    expect(await box().findByRole('checkbox', { name: 'Lagos' })).toBeVisible()
  })

  test('a draft is restored and can be discarded', async () => {
    const user = await openCreate()
    await user.type(field('Name'), 'Weavers')
    await reopen(user)
    expect(box().getByText('Draft restored')).toBeVisible()
    expect(field('Name')).toHaveValue('Weavers')
    await user.click(pressed('Discard draft'))
    expect(field('Name')).toHaveValue('')
    expect(field('Name')).toHaveFocus()
  })

  test('after a lost answer the same group is sent under the same key', async () => {
    const user = await openCreate()
    answer(createGroup, () => Promise.reject(noConnection))
    await sendDetails(user)
    await screen.findByText('No response from the server. Please check your network connection.')
    answer(createGroup, () => weavers)
    await user.click(pressed('Next'))
    await secondStep()
    const [first, second] = callsOf(createGroup).map(({ headers }) => headers.get('idempotency-key'))
    expect(first).toBeTruthy()
    expect(second).toBe(first)
  })

  test('a group being sent cannot be changed, even in a reopened dialog', async () => {
    const user = await openCreate()
    const release = answerLater(createGroup, () => weavers)
    await sendDetails(user)
    await reopen(user)
    expect(field('Name')).toHaveAttribute('readonly')
    release()
    expect(await secondStep()).toHaveTextContent('Weavers')
  })
})

test('a stored draft contains everything that was typed', () => {
  const draft = {
    ...blankDraft(),
    name: 'Weavers',
    description: 'People of the loom',
    image: '/media/1.png',
    header: '/media/2.png',
    stateCodes: ['NG-LA'],
    sent: { content: 'x', key: 'y' },
    group: { id: 50, name: 'Weavers' },
    saved: { Diet: { detail: 'Yam', description: '', versionId: 3 } },
  }
  draft.sections.Diet = { detail: 'Yam', description: 'and more yam' }
  expect(GroupDraft.parse(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
})

describe('the sections of a new group', () => {
  test('every section may stay blank', async () => {
    const user = await openSections()
    expect(screen.queryByText('Draft restored')).toBeNull()
    await user.click(pressed('Save'))
    await expectNotice('Group created successfully')
    await waitFor(() => expect(window.location.pathname).toBe('/group/50'))
    expect(callsOf(writeSection)).toEqual([])
  })

  test('closing says that the group exists, and reopening shows its sections', async () => {
    const user = await openSections()
    await user.type(lead('Diet'), 'Yam')
    await reopen(user)
    await expectNotice(/^Weavers exists already\./)
    expect(await secondStep()).toHaveTextContent('Weavers')
    expect(lead('Diet')).toHaveValue('Yam')
  })

  test('retries a failed section without sending the earlier ones again', async () => {
    const user = await openSections()
    for (const name of sectionNames) await user.type(lead(name), name)
    const { promise, resolve } = Promise.withResolvers<void>()
    answer(writeSection, async ({ body }) => {
      if (body.name !== 'Culture') return saved(body)
      await promise
      throw new Rejection(500, 'Broken thread')
    })
    await user.click(pressed('Save'))
    expect(await box().findByText('Saving 3 of 6…')).toBeVisible()
    expect(section('History').getByText('Saved')).toBeVisible()
    resolve()
    expect(
      await box().findByText(/^Culture was not saved\. Broken thread, please try again later\./),
    ).toBeVisible()
    expect(section('Culture').getByText('Not saved')).toBeVisible()
    expect(pressed('Retry')).toHaveFocus()
    answer(writeSection, ({ body }) => saved(body))
    await user.click(pressed('Retry'))
    await expectNotice('Group created successfully')
    const sent = callsOf(writeSection).map(({ body }) => body.name)
    expect(sent).toEqual(['About', 'History', 'Culture', ...sectionNames.slice(2)])
    expect(callsOf(createGroup)).toHaveLength(1)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('shows at the field that a lead is too long', async () => {
    const user = await openSections()
    await user.click(lead('Culture'))
    await user.paste('x'.repeat(301))
    expect(section('Culture').getByText('301 / 300')).toBeVisible()
    await user.click(pressed('Save'))
    expect(lead('Culture')).toHaveFocus()
    expect(lead('Culture')).toHaveAccessibleDescription('Maximum 300 characters allowed')
    expect(callsOf(writeSection)).toEqual([])
  })

  test('links a section that somebody else has written instead of overwriting it', async () => {
    const user = await openSections()
    await user.type(lead('About'), 'Mine')
    reject(writeSection, 409, 'Somebody was faster.', 'STALE')
    await user.click(pressed('Save'))
    const link = await box().findByRole('link', { name: 'Read the text that is there now' })
    expect(link).toHaveAttribute('href', '/group/50/about')
    expect(section('About').getByText('Not saved')).toBeVisible()
    expect(callsOf(writeSection)[0]?.body.basedOn).toBeNull()
    await user.clear(lead('About'))
    await user.click(pressed('Retry'))
    await expectNotice('Group created successfully')
    expect(callsOf(writeSection)).toHaveLength(1)
  })
})

describe('the group picker', () => {
  const failed = 'Failed to load ethnic groups. Please refresh and try again.'
  const loading = 'Loading more groups...'
  const many = Array.from({ length: 150 }, (_, at) =>
    newGroup(at + 1, `Group ${String(at + 1).padStart(3, '0')}`),
  )
  const few = [
    newGroup(1, 'Afizere'),
    newGroup(2, 'Agworok'),
    newGroup(3, 'Igbo', { otherNames: ['Ndigbo'] }),
    newGroup(7, 'Kanuri'),
    newGroup(4, 'Kilba', { otherNames: ['Höba'] }),
    newGroup(5, 'Yoruba'),
    newGroup(6, 'Zaar'),
  ]
  const picker = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Ethnic group' })
  // Checking the visibility of hundreds of options would take seconds.
  const options = () => screen.queryAllByRole('option', { hidden: true })
  const active = () => options().find((option) => option.hasAttribute('data-active'))?.textContent
  const texts = () => options().map(({ textContent }) => textContent)
  const signUp = () => openApp('/signup', { isVisitor: true })

  async function openPicker(): Promise<UserEvent> {
    answer(listGroups, ({ query }) => pagesOf(few.filter((one) => isNamed(one, query.name ?? '')))({ query }))
    const user = await signUp()
    await user.click(await picker())
    await waitFor(() => expect(options()).toHaveLength(7))
    return user
  }

  async function retype(user: UserEvent, text: string): Promise<void> {
    await user.clear(await picker())
    await user.keyboard(text)
  }
  const press = (user: UserEvent, ...keys: string[]) => user.keyboard(keys.map((key) => `{${key}}`).join(''))

  test('says that groups load, and that there are none', async () => {
    const release = answerLater(listGroups, ({ query }) => pagesOf(few.slice(few.length))({ query }))
    const user = await signUp()
    await user.click(await picker())
    expect(await screen.findByText(loading)).toBeVisible()
    release()
    expect(await screen.findByText('No groups available')).toBeVisible()
  })

  test('shows that groups do not load, and Retry loads them', async () => {
    reject(listGroups, 400, 'Broken')
    const user = await signUp()
    await expectNotice(failed)
    const form = within(screen.getByRole('region', { name: 'Sign up' }))
    expect(form.getByText(failed)).toBeVisible()
    answer(listGroups, pagesOf(many))
    await user.click(form.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(form.queryByText(failed)).toBeNull())
    await user.click(await picker())
    await waitFor(() => expect(options()).toHaveLength(100))
  })

  test('loads page by page and retries a failed page', async () => {
    // The last page does not say that it is the last, as with some servers.
    const serve = (query: PageQuery) => ({ ...pagesOf(many)({ query }), last: false })
    answer(listGroups, ({ query }) => {
      if (query.page === 1) throw new Rejection(400, 'Broken')
      return serve(query)
    })
    const user = await signUp()
    const form = within(await screen.findByRole('region', { name: 'Sign up' }))
    await user.click(await picker())
    await waitFor(() => expect(options()).toHaveLength(100))
    await press(user, 'End')
    expect(await form.findByText(failed)).toBeVisible()
    expect(options()).toHaveLength(100)
    answer(listGroups, ({ query }) => serve(query))
    await user.click(form.getByText('Retry'))
    await waitFor(() => expect(options()).toHaveLength(150))
    await press(user, 'End')
    expect(active()).toBe('Group 150')
    expect(screen.queryByText(loading)).toBeNull()
  })

  test('finds groups without accents and by other names, with one call', async () => {
    const user = await openPicker()
    // Fired without delay, because pauses between the keys on a slow machine would start a search for each.
    const input = await picker()
    for (const value of ['k', 'ka', 'kan', 'kanu']) fireEvent.change(input, { target: { value } })
    await waitFor(() => expect(texts()).toEqual(['Kanuri']))
    const names = () => callsOf(listGroups).map(({ query }) => query.name)
    await waitFor(() => expect(names()).toEqual([undefined, 'kanu']))
    await retype(user, 'YORÙBÁ')
    await waitFor(() => expect(active()).toBe('Yoruba'))
    await retype(user, 'hoba')
    await waitFor(() => expect(texts()).toEqual(['Kilba also: Höba']))
    await retype(user, 'zzz')
    expect(await screen.findByText('No matching groups found')).toBeVisible()
    await press(user, 'Escape')
    expect(await picker()).toHaveValue('')
  })

  test('offers best matches of the server to Enter only if their name was typed', async () => {
    const user = await openPicker()
    const [annang, igbo] = [newGroup(8, 'Annang'), newGroup(3, 'Igbo', { also: 'Ibo' })]
    answer(listGroups, ({ query }) => pagesOf(query.name === 'Ibo' ? [igbo, annang] : [annang])({ query }))
    await user.keyboard('Ibo')
    await waitFor(() => expect(texts()).toEqual(['Igbo also: Ibo', 'Annang']))
    expect(active()).toBe('Igbo also: Ibo')
    await retype(user, 'Anagn')
    await waitFor(() => expect(texts()).toEqual(['Annang']))
    expect(active()).toBeUndefined()
    await press(user, 'Enter')
    expect(await picker()).toHaveValue('Anagn')
    await press(user, 'ArrowDown', 'Enter')
    expect(await picker()).toHaveValue('Annang')
  })

  test('keys open the list, move through it and close it', async () => {
    const user = await openPicker()
    const escape = async () => {
      await press(user, 'Escape')
      expect(options()).toHaveLength(0)
      expect(await picker()).toHaveValue('')
      expect(await picker()).toHaveFocus()
    }
    await escape()
    await press(user, 'ArrowDown')
    expect(options()).toHaveLength(7)
    expect(active()).toBeUndefined()
    for (const [name, ...keys] of [
      ['Agworok', 'ArrowDown', 'ArrowDown'],
      ['Afizere', 'ArrowUp', 'ArrowUp'],
      ['Zaar', 'End'],
      ['Agworok', 'PageUp'],
      ['Afizere', 'End', 'Home'],
    ]) {
      await press(user, ...keys)
      expect(active()).toBe(name)
    }
    expect(await picker()).toHaveAttribute('aria-activedescendant', options()[0]?.id)
    await escape()
  })

  test('Enter chooses the first match and marks it', async () => {
    const user = await openPicker()
    await user.keyboard('zaa')
    await waitFor(() => expect(active()).toBe('Zaar'))
    await press(user, 'Enter')
    expect(await picker()).toHaveValue('Zaar')
    await press(user, 'ArrowDown')
    expect(await screen.findByRole('option', { name: 'Zaar' })).toHaveAttribute('aria-selected', 'true')
    expect(active()).toBe('Zaar')
    await user.tab()
    expect(options()).toHaveLength(0)
    expect(await picker()).toHaveValue('Zaar')
  })

  test('accepts a whole typed name, but no part of one', async () => {
    const user = await openPicker()
    await user.keyboard('ìgbò')
    await screen.findByRole('option', { name: 'Igbo' })
    await user.tab()
    expect(await picker()).toHaveValue('Igbo')
    await retype(user, 'yor')
    await user.tab()
    expect(await picker()).toHaveValue('Igbo')
  })
})
