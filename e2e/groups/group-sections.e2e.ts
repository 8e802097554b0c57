import type { Page } from '@playwright/test'
import {
  expectAccessibleAndInside,
  expectAccessibleScreen,
  expectAccessibleState,
  expectInsideViewport,
} from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { onGroup } from '../support/in-groups.ts'
import {
  memberOf,
  onSectionForm,
  moderatorOf,
  onSection,
  openGroup,
  proposalOn,
  propose,
  write,
  written,
} from '../support/in-sections.ts'
import type { Group } from '../support/in-sections.ts'
import { dialog, expectSnackbar, untilSettled } from '../support/in-settings.ts'
import { enter, pressTo, tabTo, test } from '../support/visit.ts'

const before = { detail: 'Drums and songs.', description: 'We dance at harvest.' }
const better = { detail: 'Drums and songs.', description: 'We dance at harvest and at weddings.' }
const about = {
  detail: 'A people of weavers.',
  description:
    'Looms stand in every yard.\nMost of them are old.\n\nSee https://example.org/looms, <b>no</b> tags.',
}

// Drafts after Back and a reload are tested in sections.test.tsx and use-draft.test.tsx.
test('a moderator decides on proposals, edits and restores sections by keyboard', async ({
  page,
  server,
}) => {
  const group = await openGroup(server)
  await write(group.admin, group, 'Festivals', { detail: 'Old lead', description: '' })
  await write(group.admin, group, 'Culture', about)
  await test.step('one proposal is accepted, another declined', async () => {
    const member = await memberOf(server, group, 'osaze.e')
    await write(group.admin, group, 'History', before)
    await propose(member, group, 'History', { ...better, note: 'Weddings too' })
    await propose(member, group, 'Diet', before)
    const { token } = await moderatorOf(server, group, 'karo.efe')
    await enter(page, token, `/group/${group.id}/proposals`)
    await decideOnProposals(page, group)
  })
  await onGroup(page).tab('Festivals').click()
  await test.step('a section is edited by keyboard alone', () => editAndRestore(page, group))
  await onGroup(page).tab('Culture').click()
  await test.step('copied, and shown beside a newer text', () => copyAndSaveLate(page, group))
})

test('the figures of a group fit a phone', async ({ page, server }) => {
  const group = await openGroup(server)
  const { token } = await moderatorOf(server, group, 'karo.efe')
  await enter(page, token, `/group/${group.id}`)
  await page.getByRole('navigation', { name: 'Group' }).getByRole('link', { name: 'Analytics' }).click()
  const days = page.getByRole('region', { name: 'Group Posts Activity' }).locator('figure time')
  await expect(days).toHaveCount(10)
  // Times are in Lagos, which is an hour ahead of UTC.
  const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
  await expect(days.last()).toHaveAttribute('datetime', today)
  await page.setViewportSize({ width: 320, height: 800 })
  await expectAccessibleAndInside(page)
})

async function editAndRestore(page: Page, group: Group): Promise<void> {
  const { section, edit, history } = onSection(page, 'Festivals')
  await expect(edit).toBeVisible()
  await edit.press('Enter')
  const editor = onSectionForm(page, 'Edit Festivals')
  await expect(editor.lead).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' and new')
  await expectAccessibleState(page)
  await tabTo(editor.button('Save'))
  await page.keyboard.press('Enter')
  await expect(section).toContainText('Old lead and new')
  await expect(edit).toBeFocused()
  await tabTo(history)
  await page.keyboard.press('Enter')
  const versions = dialog(page, 'History of Festivals').getByRole('listitem')
  await tabTo(versions.last().getByRole('button').first())
  await page.keyboard.press('Enter')
  await tabTo(versions.last().getByRole('button', { name: 'Restore this version' }))
  await expectAccessibleState(page)
  await page.keyboard.press('Enter')
  const question = dialog(page, 'Restore this version?')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await tabTo(question.getByRole('button', { name: 'Restore', exact: true }))
  await page.keyboard.press('Enter')
  await expect(versions).toHaveCount(3)
  await expect(question).toHaveCount(0)
  await pressTo(history, 'Escape')
  await expect(section.getByText('Old lead', { exact: true })).toBeVisible()
  expect(await written(group, 'Festivals')).toEqual({ detail: 'Old lead', description: '' })
  await untilSettled(page)
}

async function copyAndSaveLate(page: Page, group: Group): Promise<void> {
  const { section, edit } = onSection(page, 'Culture')
  const { form, text, theirs, button } = onSectionForm(page, 'Edit Culture')
  const first = section.getByRole('paragraph').filter({ hasText: 'Most of them' })
  const copied = await first.evaluate((paragraph) => {
    getSelection()?.selectAllChildren(paragraph)
    return String(getSelection())
  })
  expect(copied).toBe('Looms stand in every yard.\nMost of them are old.')
  await expectAccessibleScreen(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await edit.click()
  await text.fill('My own words')
  await write(group.admin, group, 'Culture', { detail: '', description: 'Their words' })
  await button('Save').click()
  await expectSnackbar(page, 'Somebody has changed this section since you opened it.')
  // The edit is shown beside the newer text.
  await expect(theirs).toContainText('Their words')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectAccessibleState(page)
  await expectInsideViewport(page)
  await button('Use mine').click()
  await expect(form).toHaveCount(0)
  await expect(section).toContainText('My own words')
}

async function decideOnProposals(page: Page, group: Group): Promise<void> {
  const proposal = proposalOn(page, 'History')
  const groupTabs = page.getByRole('navigation', { name: 'Group' })
  const heading = page.getByRole('heading', { name: 'Open proposals' })
  await expect(groupTabs.getByRole('link', { name: 'Proposals' })).toContainText('2 open proposals')
  await expect(proposal).toContainText('@osaze.e')
  await expect(proposal).toContainText('Weddings too')
  await expect(proposal.getByRole('insertion').filter({ hasText: 'and at weddings' })).toBeVisible()
  await expectAccessibleScreen(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await proposal.getByRole('button', { name: 'Accept' }).click()
  await expectSnackbar(page, 'Proposal accepted: History by Osaze Ehigiator')
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
  await groupTabs.getByRole('link', { name: 'History' }).click()
  await expect(onSection(page, 'History').section).toContainText('We dance at harvest and at weddings.')
  expect(await written(group, 'Diet')).toEqual({ detail: '', description: '' })
}
