import { expect } from '../support/fixtures.ts'
import { pressTo } from '../support/in-groups.ts'
import {
  memberOf,
  moderatorOf,
  onSection,
  openGroup,
  proposalOn,
  propose,
  visit,
  write,
  written,
} from '../support/in-sections.ts'
import { dialog, expectSnackbar } from '../support/in-settings.ts'
import { expectAccessibleAndInside, expectAccessibleScreen, test } from '../support/visit.ts'

const before = { detail: 'Drums and songs.', description: 'We dance at harvest.' }
const better = { detail: 'Drums and songs.', description: 'We dance at harvest and at weddings.' }

test('a moderator accepts one proposal and declines another by keyboard', async ({ page, server }) => {
  const group = await openGroup(server)
  await write(group.admin, group, 'Culture', before)
  const [member, moderator] = await Promise.all([
    memberOf(server, group, 'osaze.e'),
    moderatorOf(server, group, 'karo.efe'),
  ])
  await propose(member, group, 'Culture', { ...better, note: 'Weddings too' })
  await propose(member, group, 'Diet', before)
  await visit(page, moderator, `/group/${group.id}/proposals`)
  const proposal = proposalOn(page, 'Culture')
  const groupTabs = page.getByRole('navigation', { name: 'Group' })
  const heading = page.getByRole('heading', { name: 'Open proposals' })
  await expect(groupTabs.getByRole('link', { name: 'Proposals' })).toContainText('2 open proposals')
  await expect(proposal).toContainText('@osaze.e')
  await expect(proposal).toContainText('Weddings too')
  await expect(proposal.getByRole('insertion').filter({ hasText: 'and at weddings' })).toBeVisible()
  await expectAccessibleScreen(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await proposal.getByRole('button', { name: 'Accept' }).click()
  await expectSnackbar(page, 'Proposal accepted: Culture by Osaze Ehigiator')
  await expect(proposal).toHaveCount(0)
  await expect(heading).toBeFocused()

  const decline = proposalOn(page, 'Diet').getByRole('button', { name: 'Decline' })
  const question = dialog(page, 'Decline the change of Diet?')
  await decline.focus()
  await pressTo(question.getByLabel('Reason (optional)'), 'Enter')
  await page.keyboard.type('This is about dance')
  await pressTo(question.getByRole('button', { name: 'Decline' }), 'Tab', 'Tab')
  await page.keyboard.press('Enter')
  await expectSnackbar(page, 'Proposal declined')
  await expect(page.getByText('No proposals are waiting.')).toBeVisible()
  await expect(heading).toBeFocused()
  await expect(groupTabs.getByRole('link', { name: 'Proposals' })).toHaveText('Proposals')

  const tabs = page.getByRole('navigation', { name: 'Proposals' })
  await expect(tabs.locator('[aria-current]')).toHaveText('Open')
  await tabs.getByRole('link', { name: 'Decided' }).click()
  await expect(page).toHaveURL(`/group/${group.id}/proposals?tab=decided`)
  await expect(tabs.locator('[aria-current]')).toHaveText('Decided')
  await expect(proposalOn(page, 'Diet')).toContainText('This is about dance')
  await page.goBack()
  await expect(page.getByText('No proposals are waiting.')).toBeVisible()
  await groupTabs.getByRole('link', { name: 'Culture' }).click()
  await expect(onSection(page, 'Culture').section).toContainText('We dance at harvest and at weddings.')
  expect(await written(group, 'Diet')).toEqual({ detail: '', description: '' })

  await test.step('the figures of the group fit a phone', async () => {
    await groupTabs.getByRole('link', { name: 'Analytics' }).click()
    const days = page.getByRole('region', { name: 'Group Posts Activity' }).locator('figure time')
    await expect(days).toHaveCount(10)
    // In Lagos, which is an hour ahead of UTC.
    const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
    await expect(days.last()).toHaveAttribute('datetime', today)
    await page.setViewportSize({ width: 320, height: 800 })
    await expectAccessibleAndInside(page)
  })
})
