import { request, type Locator, type Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { linkInMail } from '../support/entry.ts'
import { expectSnackbar, passwordForm, profileForm, row, showSettings } from '../support/in-settings.ts'
import { signUpMember } from '../support/members.ts'
import { enter, onSignIn, pressTo, tabTo as focusByTab, test, tokenKey } from '../support/visit.ts'

const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), tokenKey)

/** Presses Tab until the control has the focus, which it shows. */
async function tabTo(control: Locator): Promise<void> {
  await focusByTab(control)
  // A row that is pressed as a whole has its ring on a pseudo-element.
  const rings = await control.evaluate((element) =>
    [undefined, '::after'].map((part) => getComputedStyle(element, part).outlineStyle),
  )
  expect(rings).toContain('solid')
}

// Missing input, rejections, failures, reloads and used links are tested in entry.test.tsx.
test('a new password is set by keyboard alone', async ({ page, server }) => {
  const { username, token, email: address } = await signUpMember(server)
  const fresh = 'Brand#New2026'
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  const confirmation = page.getByLabel('Confirm password')
  await page.goto('/')
  await tabTo(page.getByRole('link', { name: 'Forgot password?' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/reset-password')
  await expect(page.getByRole('main')).toBeFocused()
  await tabTo(email)
  await page.keyboard.type(address)
  await tabTo(page.getByRole('button', { name: 'Submit' }))
  await page.keyboard.press('Space')
  await expectSnackbar(page, 'Please check your email')
  await expect(page.getByText(`If an account has the address ${address}, a mail is on its way`)).toBeVisible()
  await tabTo(page.getByRole('button', { name: 'Use another address' }))
  await pressTo(email, 'Enter')

  // The first mail was to verify the address. A signed-in member has to sign in again with the new password.
  const link = await linkInMail(server, address, 2)
  const code = new URL(link).searchParams.get('vCode') ?? ''
  const seen: string[] = []
  page.on('request', (sent) => seen.push(`${sent.url()} ${sent.headers().referer ?? ''}`))
  await enter(page, token, link)
  await expect(page).toHaveURL('/update-password')
  await tabTo(password)
  await page.keyboard.type(fresh)
  await tabTo(confirmation)
  await page.keyboard.type(fresh)
  await tabTo(page.getByRole('checkbox', { name: 'Show passwords' }))
  await page.keyboard.press('Space')
  await expect(confirmation).toHaveAttribute('type', 'text')
  await tabTo(page.getByRole('button', { name: 'Update password' }))
  await page.keyboard.press('Enter')
  await expectSnackbar(page, 'Password updated successfully')
  await expect(page).toHaveURL('/')
  await expect(onSignIn(page).submit).toBeVisible()
  expect(seen.filter((line) => line.includes(code))).toHaveLength(1)
  await onSignIn(page).fill(username, fresh)
  await page.waitForURL('/welcome')
})

// Drafts of the profile and how to discard them are tested in settings.test.tsx.
test('profile and password are changed by keyboard alone, for all tabs', async ({
  page,
  context,
  server,
}) => {
  const member = await signUpMember(server)
  await showSettings(page, member.token)
  const { dialog, firstName, lastName, phone, bio, update } = profileForm(page)
  const written = `By keys, ${Date.now()}`
  await tabTo(row(page, 'Update Profile'))
  await pressTo(dialog, 'Enter')
  for (const field of [firstName, lastName, phone, bio]) await tabTo(field)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(written)
  await tabTo(update)
  await page.keyboard.press('Enter')
  await expectSnackbar(page, 'Profile updated successfully')
  await expect(row(page, 'Update Profile')).toBeFocused()

  const elsewhere = await request.newContext({ baseURL: server.url })
  const login = (userSecret: string) =>
    elsewhere.post('/api/login', { data: { username: member.username, userSecret } })
  const { data }: { data: { access_token: string } } = await (await login(member.password)).json()
  const other = await context.newPage()
  await other.goto('/settings')
  await expect(row(other, 'Update Profile')).toBeVisible()
  const { dialog: form, old, fresh, confirmation, submit, alert } = passwordForm(page)
  await tabTo(row(page, 'Change Password'))
  await pressTo(old, 'Enter')
  await page.keyboard.type('not my password')
  for (const field of [fresh, confirmation]) {
    await tabTo(field)
    await page.keyboard.type('Another#2027')
  }
  await tabTo(submit)
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
  await expect.poll(() => stored(page)).not.toBe(member.token)

  await expect.poll(() => stored(other)).not.toBe(member.token)
  const answered = other.waitForResponse('**/api/user/update/*')
  await other.getByRole('switch', { name: 'Show my group' }).click()
  expect((await answered).status()).toBe(200)
  const headers = { authorization: `Bearer ${data.access_token}` }
  expect((await elsewhere.get('/api/user/export', { headers })).status()).toBe(401)
  expect((await login('Another#2027')).status()).toBe(200)
  await elsewhere.dispose()
})
