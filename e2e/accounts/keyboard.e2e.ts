import type { Locator, Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { linkInMail } from '../support/entry.ts'
import { expectSnackbar, passwordForm, profileForm, row, showSettings } from '../support/in-settings.ts'
import { joinSquare } from '../support/members.ts'
import { test } from '../support/own-origin.ts'
import { onSignIn } from '../support/visit.ts'

const mostStops = 60

/** Tabs on until the control has the focus, and never by more than a page of stops. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  const hasFocus = () => control.evaluate((element) => element === document.activeElement)
  let isThere = false
  for (let stop = 0; stop < mostStops && !isThere; stop += 1) {
    await page.keyboard.press('Tab')
    isThere = await hasFocus()
  }
  expect(isThere).toBe(true)
  // A row that is pressed as a whole wears its ring as a whole.
  const rings = await control.evaluate((element) =>
    [undefined, '::after'].map((part) => getComputedStyle(element, part).outlineStyle),
  )
  expect(rings).toContain('solid')
}

test('the keyboard alone is enough to set a new password', async ({ page, server }) => {
  const { username, email: address, password: oldPassword } = await joinSquare(server)
  const fresh = 'Brand#New2026'
  const password = page.getByLabel('Password', { exact: true })
  const confirmation = page.getByLabel('Confirm password')
  const update = page.getByRole('button', { name: 'Update password' })
  await page.goto('/')
  await tabTo(page, page.getByRole('link', { name: 'Forgot password?' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/reset-password')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(address)
  await tabTo(page, page.getByRole('button', { name: 'Submit' }))
  await page.keyboard.press('Space')
  await expectSnackbar(page, 'Please check your email')
  await expect(page.getByText(`If an account has the address ${address}, a mail is on its way`)).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Use another address' }))

  // The first one was to verify the address.
  const link = await linkInMail(server, address, 2)
  await page.goto(link)
  await tabTo(page, password)
  await page.keyboard.type(fresh)
  await tabTo(page, confirmation)
  await page.keyboard.type(fresh)
  await tabTo(page, page.getByRole('checkbox', { name: 'Show passwords' }))
  await page.keyboard.press('Space')
  await expect(confirmation).toHaveAttribute('type', 'text')
  await tabTo(page, update)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await expectSnackbar(page, 'Password updated successfully')
  await onSignIn(page).fill(username, oldPassword)
  await expect(onSignIn(page).form.getByText(/not (match|correct)|wrong|incorrect/i)).toBeVisible()
  await onSignIn(page).secret.focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(fresh)
  await page.keyboard.press('Enter')
  await page.waitForURL('/user')

  await page.goto(link)
  await tabTo(page, password)
  await page.keyboard.type(fresh)
  await page.keyboard.press('Tab')
  await page.keyboard.type(fresh)
  await page.keyboard.press('Enter')
  const spent = 'This link is no longer valid. Please ask for a new one.'
  await expectSnackbar(page, spent)
  await expect(page.getByRole('region', { name: 'New password' }).getByText(spent)).toBeVisible()
  for (const gone of [password, confirmation, update]) await expect(gone).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(address)
  await page.keyboard.press('Enter')
  await expect(page.getByText('a mail is on its way')).toBeVisible()
  // Whoever is signed in here has to sign in anew with the password they set.
  await page.goto(await linkInMail(server, address, 3))
  await password.fill('Once#More2026')
  await confirmation.fill('Once#More2026')
  await confirmation.press('Enter')
  await expect(onSignIn(page).submit).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('the keyboard alone is enough to update the profile and the password', async ({ page, server }) => {
  const member = await joinSquare(server)
  await showSettings(page, member.token)
  const { dialog, firstName, lastName, phone, bio, update } = profileForm(page)
  const written = `By keys, ${Date.now()}`
  await tabTo(page, row(page, 'Update Profile'))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeFocused()
  for (const field of [firstName, lastName, phone, bio]) await tabTo(page, field)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(written)
  await page.keyboard.press('Escape')
  await expect(row(page, 'Update Profile')).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Discard draft' }))
  await page.keyboard.press('Enter')
  await expect(firstName).toBeFocused()
  await expect(bio).not.toHaveValue(written)
  await tabTo(page, bio)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(written)
  await tabTo(page, update)
  await page.keyboard.press('Enter')
  await expectSnackbar(page, 'Profile updated successfully')
  await expect(row(page, 'Update Profile')).toBeFocused()

  const { dialog: form, old, fresh, confirmation, submit, alert } = passwordForm(page)
  await tabTo(page, row(page, 'Change Password'))
  await page.keyboard.press('Enter')
  await expect(old).toBeFocused()
  await page.keyboard.type('not my password')
  for (const field of [fresh, confirmation]) {
    await tabTo(page, field)
    await page.keyboard.type('Another#2027')
  }
  await tabTo(page, submit)
  await page.keyboard.press('Enter')
  await expect(alert).toHaveText('The password is not correct.')
  await expect(old).toBeFocused()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(member.password)
  await expect(alert).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expectSnackbar(page, 'Password updated successfully')
  await expect(form).toHaveCount(0)
  await expect(row(page, 'Change Password')).toBeFocused()
})
