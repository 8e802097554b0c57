import { expect } from '../support/fixtures.ts'
import { dialog, expectSnackbar, openSettings, row } from '../support/in-settings.ts'
import { password, test, expectAccessibleAndInside } from '../support/visit.ts'

// What goes wrong with closing and cancelling: settings.test.tsx.
test('an account is closed and restored by keyboard alone', async ({ page, server }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await openSettings(page, server, 'gyang.c')
  const banner = page.getByRole('region', { name: 'Account closure' })
  const closing = dialog(page, 'Close Account').getByLabel('Password', { exact: true })
  await row(page, 'Close Account').focus()
  await page.keyboard.press('Enter')
  await expect(closing).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expectSnackbar(page, 'Account closure request submitted. You can cancel it within 30 days.')
  await expect(banner).toContainText('scheduled for deletion in 30 days.')
  await expect(row(page, 'Cancel Account Closure')).toBeFocused()
  await page.reload()
  await expect(banner).toContainText('scheduled for deletion in 30 days.')

  const cancelling = dialog(page, 'Cancel Account Closure').getByLabel('Password', { exact: true })
  const inBanner = banner.getByRole('button', { name: 'Cancel Account Closure' })
  await inBanner.click()
  await expect(cancelling).toBeFocused()
  await expectAccessibleAndInside(page)
  await page.keyboard.press('Escape')
  await expect(inBanner).toBeFocused()
  await row(page, 'Cancel Account Closure').focus()
  await page.keyboard.press('Enter')
  await expect(cancelling).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expectSnackbar(page, 'Account closure cancelled. Your account remains active.')
  await expect(banner).toHaveCount(0)
  await expect(row(page, 'Close Account')).toBeFocused()
})
