import { expectAccessibleScreen, expectInsideViewport } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { newAccount, onSignUp } from '../support/entry.ts'
import { navigateInApp, onSignIn, test } from '../support/visit.ts'

test('the screens before sign-in are accessible', async ({ page }) => {
  await page.goto('/')
  await onSignIn(page).fill('nobody.at.all', 'wrong password')
  await expect(onSignIn(page).snackbar).toBeVisible()
  await expectAccessibleScreen(page, 'sign-in')
  // On a phone the picker of the group is a button that opens a sheet.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'Sign up here' }).click()
  await onSignUp(page).fill(newAccount())
  await expectAccessibleScreen(page, 'sign-up')
  await onSignUp(page).submit.click()
  await page.waitForURL('/mail-sent')
  await expectAccessibleScreen(page, 'mail sent')

  // These pages are for a lost password and a used link.
  await navigateInApp(page, '/reset-password')
  await page.getByLabel('Email').fill(`${'a-very-long-name-'.repeat(6)}@example.com`)
  await expectAccessibleScreen(page, 'asking')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('button', { name: /^Send again in/ })).toBeVisible()
  await expectInsideViewport(page, 'sent to a long address, 320 px')

  await navigateInApp(page, '/update-password?vCode=some-code')
  await page.getByLabel('Password', { exact: true }).fill('Abc')
  await page.getByRole('button', { name: 'Update password' }).click()
  await expect(page.getByText('Minimum 8 characters password.')).toBeVisible()
  await expectAccessibleScreen(page, 'setting')

  await navigateInApp(page, '/mail-validate?vCode=some-code')
  await expect(page.getByRole('button', { name: 'Send a new mail' })).toBeVisible()
  await expectAccessibleScreen(page, 'a spent link')
})
