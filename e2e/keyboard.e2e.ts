import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { linkInMail } from './entry.ts'
import { expectSnackbar, openSettings, passwordForm, profileForm, row, showSettings } from './in-settings.ts'
import { joinSquare } from './members.ts'
import { test } from './own-origin.ts'
import { onSignIn } from './visit.ts'

/** Tabs on until the control has the focus, and never by more than a page of stops. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(control).toBeFocused({ timeout: 50 })
  }).toPass({ intervals: [0] })
  // A row that is pressed as a whole wears its ring as a whole.
  const rings = await control.evaluate((element) =>
    [undefined, '::after'].map((part) => getComputedStyle(element, part).outlineStyle),
  )
  expect(rings).toContain('solid')
}

test.describe('the keyboard alone is enough', () => {
  test('to ask for a reset, set a new password and sign in with it', async ({ page, server }) => {
    const { username, email: address } = await joinSquare(server)
    const fresh = 'Brand#New2026'
    await page.goto('/')
    await tabTo(page, page.getByRole('link', { name: 'Forgot password?' }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByLabel('Email'))
    await page.keyboard.type(address)
    await tabTo(page, page.getByRole('button', { name: 'Submit' }))
    await page.keyboard.press('Space')
    await expect(page.getByText('a mail is on its way')).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: 'Use another address' }))

    // The first one was to verify the address.
    await page.goto(await linkInMail(server, address, 2))
    await tabTo(page, page.getByLabel('Password', { exact: true }))
    await page.keyboard.type(fresh)
    await tabTo(page, page.getByLabel('Confirm password'))
    await page.keyboard.type(fresh)
    const show = page.getByRole('checkbox', { name: 'Show passwords' })
    await tabTo(page, show)
    await page.keyboard.press('Space')
    await expect(page.getByLabel('Confirm password')).toHaveAttribute('type', 'text')
    await tabTo(page, page.getByRole('button', { name: 'Update password' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
    await expectSnackbar(page, 'Password updated successfully')
    await tabTo(page, onSignIn(page).username)
    await page.keyboard.type(username)
    await page.keyboard.press('Tab')
    await page.keyboard.type(fresh)
    await page.keyboard.press('Enter')
    await page.waitForURL('/user')
  })

  test('to ask for a new link when the old one is spent', async ({ page }) => {
    await page.goto('/update-password?vCode=some-code')
    await tabTo(page, page.getByLabel('Password', { exact: true }))
    await page.keyboard.type('Brand#New2026')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Brand#New2026')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Confirm password')).toHaveCount(0)
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Email')).toBeFocused()
    await page.keyboard.type('ada@example.com')
    await page.keyboard.press('Enter')
    await expect(page.getByText('a mail is on its way')).toBeVisible()
  })

  test('to update the profile, and to discard a draft', async ({ page, server }) => {
    await openSettings(page, server, 'karo.efe')
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
  })

  test('to change the password', async ({ page, server }) => {
    const member = await joinSquare(server)
    await showSettings(page, member.token)
    const { dialog, old, fresh, confirmation, submit, alert } = passwordForm(page)
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
    await expect(dialog).toHaveCount(0)
    await expect(row(page, 'Change Password')).toBeFocused()
  })
})
