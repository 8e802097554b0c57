import { expect, expectAccessibleState } from '../support/fixtures.ts'
import {
  inWords,
  memberOf,
  moderatorOf,
  onSection,
  openGroup,
  proposalOn,
  propose,
  written,
  visit,
  write,
} from '../support/in-sections.ts'
import { dialog, expectSnackbar, untilSettled } from '../support/in-settings.ts'
import { answer, expectAccessibleScreen, pastTheEdge, test } from '../support/visit.ts'

const before = { detail: 'Drums and songs.', description: 'We dance at harvest.' }
const better = { detail: 'Drums and songs.', description: 'We dance at harvest and at weddings.' }

test('a member without proposals finds the way to a first one', async ({ page, server }) => {
  const group = await openGroup(server)
  await write(group.admin, group, 'Culture', before)
  await page.route('**/api/groups/proposals?*', answer(403, { error: ['Not for now'], message: '' }))
  await visit(page, await memberOf(server, group, 'osaze.e'), `/group/${group.id}/proposals`)
  const trouble = page.getByRole('main').getByRole('alert')
  await expect(trouble).toContainText('Not for now')
  await page.unrouteAll()
  await trouble.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('You have proposed nothing here yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Read what is written' }).click()
  await expect(onSection(page, 'About').section).toBeVisible()
  await page.getByRole('navigation', { name: 'Group' }).getByRole('link', { name: 'Culture' }).click()
  const { section, propose: open } = onSection(page, 'Culture')
  const { form, text, note, button } = inWords(page, 'Propose a change of Culture')
  await open.click()
  await button('Send').click()
  await expectSnackbar(page, 'This is what stands there already.')
  await text.fill(better.description)
  await note.fill('Weddings too')
  await page.keyboard.press('Escape')
  await untilSettled(page)
  await open.click()
  await expect(text).toHaveValue(better.description)
  await expect(note).toHaveValue('Weddings too')
  await button('Send').click()
  await expectSnackbar(page, 'Thank you. The moderators will look at it.')
  await expect(form).toHaveCount(0)
  await expect(section).toContainText('Thank you. The moderators will look at it.')
  await expect(section).not.toContainText('weddings')
  await section.getByRole('link', { name: 'My proposals' }).click()
  await expect(page).toHaveURL(`/group/${group.id}/proposals`)
  const own = proposalOn(page, 'Culture')
  await expect(own.getByText('Open', { exact: true })).toBeVisible()
  await expect(own.getByRole('button', { name: 'Accept' })).toHaveCount(0)
})

test('a moderator accepts a proposal, and everybody reads it', async ({ page, server }) => {
  const group = await openGroup(server)
  await write(group.admin, group, 'Culture', before)
  const [member, moderator] = await Promise.all([
    memberOf(server, group, 'osaze.e'),
    moderatorOf(server, group, 'karo.efe'),
  ])
  await propose(member, group, 'Culture', { ...better, note: 'Weddings too' })
  await visit(page, moderator, `/group/${group.id}/proposals`)
  const proposal = proposalOn(page, 'Culture')
  const tabs = page.getByRole('navigation', { name: 'Group' })
  await expect(tabs.getByRole('link', { name: 'Proposals' })).toContainText('1 open proposal')
  await expect(proposal).toContainText('@osaze.e')
  await expect(proposal).toContainText('Weddings too')
  await expect(proposal.getByRole('insertion').filter({ hasText: 'and at weddings' })).toBeVisible()
  await expectAccessibleScreen(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await proposal.getByRole('button', { name: 'Accept' }).click()
  await expectSnackbar(page, 'Proposal accepted: Culture by Osaze Ehigiator')
  await expect(proposal).toHaveCount(0)
  await expect(page.getByText('No proposals are waiting.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Open proposals' })).toBeFocused()
  await expect(tabs.getByRole('link', { name: 'Proposals' })).toHaveText('Proposals')
  await tabs.getByRole('link', { name: 'Culture' }).click()
  const { section, history } = onSection(page, 'Culture')
  await expect(section).toContainText('We dance at harvest and at weddings.')
  await history.click()
  const newest = dialog(page, 'History of Culture').getByRole('listitem').first()
  await expect(newest).toContainText(/@osaze\.e.*Accepted by @karo\.efe/)

  await visit(page, member, `/group/${group.id}/proposals`)
  await expect(proposal.getByText('Accepted', { exact: true })).toBeVisible()
  await expect(proposal).toContainText('By @karo.efe')
  await proposal.getByRole('link', { name: 'Culture' }).click()
  await expect(section).toContainText('We dance at harvest and at weddings.')
})

test('over a newer text a proposal is put in by hand', async ({ page, server }) => {
  const group = await openGroup(server)
  await write(group.admin, group, 'Culture', before)
  const member = await memberOf(server, group, 'osaze.e')
  await propose(member, group, 'Culture', better)
  await visit(page, await moderatorOf(server, group, 'karo.efe'), `/group/${group.id}/proposals`)
  const waiting = proposalOn(page, 'Culture')
  const accept = waiting.getByRole('button', { name: 'Accept' })
  await expect(accept).toBeVisible()
  await write(group.admin, group, 'Culture', { ...before, detail: 'Drums, songs and masks.' })
  await accept.click()
  await expectSnackbar(page, 'The section has changed since this was proposed.')
  await expect(waiting).toContainText('Culture has changed since this was proposed.')
  await expect(accept).toHaveCount(0)
  await expect(waiting.getByRole('button', { name: 'Edit with these words' })).toBeFocused()
  await page.setViewportSize({ width: 320, height: 640 })
  await expectAccessibleState(page)
  expect(await pastTheEdge(page)).toEqual([])

  await page.keyboard.press('Enter')
  const { form, text, theirs, button } = inWords(page, 'Edit Culture')
  await expect(text).toHaveValue(better.description)
  await expect(theirs).toContainText('Drums, songs and masks.')
  await button('Save').click()
  await expectSnackbar(page, 'Saved')
  await expect(form).toHaveCount(0)
  expect(await written(group, 'Culture')).toEqual(better)
  await expect(waiting).toContainText('These words stand there already. Accept to thank Osaze.')
  await accept.click()
  await expectSnackbar(page, 'Proposal accepted: Culture by Osaze Ehigiator')
  await expect(waiting).toHaveCount(0)
})

test('a moderator declines by keyboard alone, with a reason the member reads', async ({ page, server }) => {
  const group = await openGroup(server)
  const [member, moderator] = await Promise.all([
    memberOf(server, group, 'osaze.e'),
    moderatorOf(server, group, 'karo.efe'),
  ])
  await propose(member, group, 'Diet', before)
  await visit(page, moderator, `/group/${group.id}/proposals`)
  const decline = proposalOn(page, 'Diet').getByRole('button', { name: 'Decline' })
  const question = dialog(page, 'Decline the change of Diet?')
  const reason = question.getByLabel('Reason (optional)')
  await decline.focus()
  await page.keyboard.press('Enter')
  await expect(reason).toBeFocused()
  await page.keyboard.type('This is about dance')
  await page.keyboard.press('Escape')
  await expect(decline).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(reason).toHaveValue('This is about dance')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(question.getByRole('button', { name: 'Decline' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectSnackbar(page, 'Proposal declined')
  await expect(page.getByRole('heading', { name: 'Open proposals' })).toBeFocused()
  const tabs = page.getByRole('navigation', { name: 'Proposals' })
  await expect(tabs.locator('[aria-current]')).toHaveText('Open')
  await tabs.getByRole('link', { name: 'Decided' }).click()
  await expect(tabs.locator('[aria-current]')).toHaveText('Decided')
  await expect(page).toHaveURL(`/group/${group.id}/proposals?tab=decided`)
  const decided = proposalOn(page, 'Diet')
  await expect(decided).toContainText('This is about dance')
  await decided.getByText('The words proposed').click()
  await expect(decided.getByText('We dance at harvest.')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('No proposals are waiting.')).toBeVisible()
  expect(await written(group, 'Diet')).toEqual({ detail: '', description: '' })

  await visit(page, member, `/group/${group.id}/proposals`)
  await expect(decided.getByText('Declined', { exact: true })).toBeVisible()
  await expect(decided).toContainText('This is about dance')
})

test('who decides more slowly than another is told', async ({ page, server }) => {
  const group = await openGroup(server)
  const [member, moderator] = await Promise.all([
    memberOf(server, group, 'osaze.e'),
    moderatorOf(server, group, 'karo.efe'),
  ])
  await Promise.all([propose(member, group, 'Diet', before), propose(member, group, 'History', better)])
  await visit(page, moderator, `/group/${group.id}/proposals`)
  await expect(page.getByRole('article')).toHaveCount(2)
  const listed = await group.admin.api.get('/api/groups/proposals', {
    params: { groupId: group.id, state: 'OPEN' },
  })
  const { data }: { data: { content: { id: number }[] } } = await listed.json()
  for (const { id } of data.content) {
    const decision = await group.admin.api.patch(`/api/groups/proposals/${id}`, {
      data: { state: 'DECLINED' },
    })
    expect(decision.ok()).toBe(true)
  }
  await proposalOn(page, 'Diet').getByRole('button', { name: 'Accept' }).click()
  await expectSnackbar(page, 'This proposal has been decided already.')
  await expect(page.getByText('No proposals are waiting.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Open proposals' })).toBeFocused()
  expect(await written(group, 'Diet')).toEqual({ detail: '', description: '' })
})
