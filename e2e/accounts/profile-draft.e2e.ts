import { expect, expectAccessibleState } from '../support/fixtures.ts'
import {
  dialog,
  expectSnackbar,
  openSettings,
  profileForm,
  row,
  untilSettled,
} from '../support/in-settings.ts'
import { quarters } from '../support/pictures.ts'
import { answer, test } from '../support/visit.ts'

test('what was typed on the profile waits over a closed dialog and a reload', async ({ page, server }) => {
  await openSettings(page, server, 'osaze.e')
  const { dialog: form, firstName, bio } = profileForm(page)
  const restored = form.getByText('Draft restored')
  const open = row(page, 'Update Profile')
  await open.click()
  await expect(firstName).toHaveValue('Osaze')
  await expect(restored).toHaveCount(0)
  const written = await bio.inputValue()
  await firstName.fill('Osazuwa')
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
    () => form.getByRole('button', { name: 'Close' }).click(),
  ]) {
    await close()
    await expect(form).toHaveCount(0)
    await expect(open).toBeFocused()
    await expect(page).toHaveURL('/settings')
    await open.click()
    await expect(firstName).toHaveValue('Osazuwa')
    await expect(restored).toBeVisible()
  }
  await bio.fill('Bronze, every day.')
  await page.reload()
  await open.click()
  await expect(firstName).toHaveValue('Osazuwa')
  await expect(bio).toHaveValue('Bronze, every day.')
  await expectAccessibleState(page)

  await form.getByRole('button', { name: 'Discard draft' }).click()
  await expect(restored).toHaveCount(0)
  await expect(firstName).toBeFocused()
  await expect(firstName).toHaveValue('Osaze')
  await expect(bio).toHaveValue(written)
  await page.keyboard.press('Escape')
  await open.click()
  await expect(firstName).toHaveValue('Osaze')
  await expect(restored).toHaveCount(0)
})

test('Cancel asks about changes, and leaving about a chosen picture', async ({ page, server }) => {
  await openSettings(page, server, 'osaze.e')
  const { dialog: form, firstName } = profileForm(page)
  const open = row(page, 'Update Profile')
  const question = dialog(page, 'Discard your changes?')
  const cancel = form.getByRole('button', { name: 'Cancel' })
  await open.click()
  await cancel.click()
  await expect(form).toHaveCount(0)

  await open.click()
  await firstName.fill('Osazuwa')
  await cancel.click()
  await expect(question).toBeVisible()
  await expectAccessibleState(page)
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(firstName).toHaveValue('Osazuwa')
  await cancel.click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(question).toHaveCount(0)
  await expect(form).toHaveCount(0)
  await expect(open).toBeFocused()
  await open.click()
  await expect(firstName).toHaveValue('Osaze')
  await expect(form.getByText('Draft restored')).toHaveCount(0)
  const file = { name: 'a.png', mimeType: 'image/png', buffer: quarters(60, 60) }
  await form.getByLabel('File of your avatar').setInputFiles(file)
  await page.getByRole('button', { name: 'Use picture' }).click()
  await expect(page.getByRole('dialog', { name: /^Crop/ })).toHaveCount(0)
  const undo = form.getByRole('button', { name: 'Undo the change of your avatar' })
  await expect(undo).toBeVisible()
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
    () => form.getByRole('button', { name: 'Close' }).click(),
    () => form.getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await close()
    await expect(question).toBeVisible()
    await expect(page).toHaveURL('/settings')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toHaveCount(0)
    await expect(undo).toBeVisible()
  }
  await page.goBack()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(form).toHaveCount(0)
  await expect(row(page, 'Update Profile')).toBeFocused()
  await untilSettled(page)
  await page.goBack()
  await expect(page).toHaveURL('/favicon.svg')
})

// That no other member sees it, kept-profile.test.ts shows.
test('a draft of the profile outlives the session, and goes with the save', async ({ page, server }) => {
  await openSettings(page, server, 'karo.efe')
  const { dialog: form, bio, update } = profileForm(page)
  const restored = form.getByText('Draft restored')
  const written = `Written twice, ${Date.now()}`
  await row(page, 'Update Profile').click()
  await bio.fill(written)
  await page.route('**/api/user/update/*', answer(401, { error: ['Please sign in.'], message: '' }))
  await update.click()
  await expect(page).toHaveURL('/')
  await page.unrouteAll()
  await openSettings(page, server, 'karo.efe')
  await row(page, 'Update Profile').click()
  await expect(bio).toHaveValue(written)
  await expect(restored).toBeVisible()
  const sent = page.waitForRequest('**/api/user/update/*')
  await update.click()
  expect((await sent).postDataJSON()).toEqual({ bio: written })
  await expectSnackbar(page, 'Profile updated successfully')
  await row(page, 'Update Profile').click()
  await expect(bio).toHaveValue(written)
  await expect(restored).toHaveCount(0)
})
