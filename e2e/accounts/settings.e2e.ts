import { expectAccessibleAndInside, expectAccessibleScreen } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import {
  dialog,
  expectSnackbar,
  passwordForm,
  profileForm,
  row,
  showSettings,
  untilSettled,
} from '../support/in-settings.ts'
import { signUpMember } from '../support/members.ts'
import { pressTo, test } from '../support/visit.ts'

// The effect of settings is tested in settings.test.tsx, the theme in theme.e2e.ts, the exported data in
// export.test.ts.
test('settings and their dialogs are accessible', async ({ page, server }) => {
  const [ada, bello] = await Promise.all([signUpMember(server), signUpMember(server, { firstName: 'Bello' })])
  expect((await ada.api.post(`/api/user/block/${bello.id}`)).ok()).toBe(true)
  await showSettings(page, ada.token)
  await expectAccessibleScreen(page, 'settings')
  await row(page, 'Change Password').click()
  await passwordForm(page).fresh.fill('short')
  await passwordForm(page).confirmation.fill('x')
  await passwordForm(page).confirmation.blur()
  await expectAccessibleAndInside(page, 'password, 320 px')
  await page.keyboard.press('Escape')
  await untilSettled(page)
  await row(page, 'Update Profile').click()
  const { bio, dialog: form } = profileForm(page)
  await bio.fill('x'.repeat(300))
  await expectAccessibleScreen(page, 'profile', () => expect(form).toBeVisible())
  await page.keyboard.press('Escape')
  await untilSettled(page)

  await row(page, 'Blocked members').click()
  const opened = dialog(page, 'Blocked members')
  await expect(opened.getByRole('listitem')).toContainText('Bello Comer')
  await expectAccessibleAndInside(page, 'blocked members, 320 px')
  await opened.getByRole('link').click()
  await expect(page).toHaveURL(`/u/${bello.username}`)
  await expect(page.getByRole('main').getByText(/^You have blocked @/)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/settings')
  await expect(opened).toHaveCount(0)
})

// Failures of closing and cancelling, and the remaining days after a reload, are tested in settings.test.tsx.
test('an account is closed and restored by keyboard alone', async ({ page, server }) => {
  const { password, token } = await signUpMember(server)
  await showSettings(page, token)
  const banner = page.getByRole('region', { name: 'Account closure' })
  const closing = dialog(page, 'Close Account').getByLabel('Password', { exact: true })
  await row(page, 'Close Account').focus()
  await pressTo(closing, 'Enter')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expectSnackbar(page, 'Account closure request submitted. You can cancel it within 30 days.')
  await expect(banner).toContainText('scheduled for deletion in 30 days.')
  await expect(row(page, 'Cancel Account Closure')).toBeFocused()

  const cancelling = dialog(page, 'Cancel Account Closure').getByLabel('Password', { exact: true })
  const inBanner = banner.getByRole('button', { name: 'Cancel Account Closure' })
  await inBanner.click()
  await expect(cancelling).toBeFocused()
  await expectAccessibleAndInside(page, 'cancelling, 320 px')
  await pressTo(inBanner, 'Escape')
  await row(page, 'Cancel Account Closure').focus()
  await pressTo(cancelling, 'Enter')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expectSnackbar(page, 'Account closure cancelled. Your account remains active.')
  await expect(banner).toHaveCount(0)
  await expect(row(page, 'Close Account')).toBeFocused()
})
