import type { Page } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { onGroup, pressTo, tabTo } from '../support/in-groups.ts'
import {
  onSectionForm,
  moderatorOf,
  onSection,
  openGroup,
  visit,
  write,
  written,
} from '../support/in-sections.ts'
import type { Group } from '../support/in-sections.ts'
import { dialog, expectSnackbar, untilSettled } from '../support/in-settings.ts'
import { expectAccessibleScreen, expectInsideViewport, test } from '../support/visit.ts'

const about = {
  detail: 'A people of weavers.',
  description:
    'Looms stand in every yard.\nMost of them are old.\n\nSee https://example.org/looms, <b>no</b> tags.',
}

// Drafts over Back and a reload: sections.test.tsx and use-draft.test.tsx.
test('sections are edited and restored by keyboard, and copied as written', async ({ page, server }) => {
  const group = await openGroup(server)
  await write(group.admin, group, 'Festivals', { detail: 'Old lead', description: '' })
  await write(group.admin, group, 'Culture', about)
  await visit(page, await moderatorOf(server, group, 'karo.efe'), `/group/${group.id}/festivals`)
  await test.step('by keyboard alone', () => editAndRestore(page, group))
  await onGroup(page).tab('Culture').click()
  await test.step('copied, and shown beside a newer text', () => copyAndSaveLate(page, group))
})

async function editAndRestore(page: Page, group: Group): Promise<void> {
  const { section, edit, history } = onSection(page, 'Festivals')
  await expect(edit).toBeVisible()
  await edit.focus()
  await page.keyboard.press('Enter')
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
  // Shown beside the newer text.
  await expect(theirs).toContainText('Their words')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectAccessibleState(page)
  await expectInsideViewport(page)
  await button('Use mine').click()
  await expect(form).toHaveCount(0)
  await expect(section).toContainText('My own words')
}
