import { request, type Locator, type Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { linkInMail } from '../support/entry.ts'
import { expectSnackbar, passwordForm, profileForm, row, showSettings } from '../support/in-settings.ts'
import { signUpMember } from '../support/members.ts'
import { enter, onSignIn, test, tokenKey } from '../support/visit.ts'

const maxStops = 60
const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), tokenKey)

/** Presses Tab until the control has the focus, at most as often as a page has stops. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  const hasFocus = () => control.evaluate((element) => element === document.activeElement)
  let isFocused = false
  for (let stop = 0; stop < maxStops && !isFocused; stop += 1) {
    await page.keyboard.press('Tab')
    isFocused = await hasFocus()
  }
  expect(isFocused).toBe(true)
  // A row that is pressed as a whole has its ring on a pseudo-element.
  const rings = await control.evaluate((element) =>
    [undefined, '::after'].map((part) => getComputedStyle(element, part).outlineStyle),
  )
  expect(rings).toContain('solid')
}

// What is missing, rejected or goes wrong, a reload and a link that is spent: entry.test.tsx.
test('a new password is set by keyboard alone, and its code is not shown', async ({ page, server }) => {
  const { username, token, email: address } = await signUpMember(server)
  const fresh = 'Brand#New2026'
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  const confirmation = page.getByLabel('Confirm password')
  await page.goto('/')
  await tabTo(page, page.getByRole('link', { name: 'Forgot password?' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/reset-password')
  await expect(page.getByRole('main')).toBeFocused()
  await tabTo(page, email)
  await page.keyboard.type(address)
  await tabTo(page, page.getByRole('button', { name: 'Submit' }))
  await page.keyboard.press('Space')
  await expectSnackbar(page, 'Please check your email')
  await expect(page.getByText(`If an account has the address ${address}, a mail is on its way`)).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Use another address' }))
  await page.keyboard.press('Enter')
  await expect(email).toBeFocused()

  // The first one was to verify the address. Whoever is signed in has to sign in anew with the password they set.
  const link = await linkInMail(server, address, 2)
  const code = new URL(link).searchParams.get('vCode') ?? ''
  const seen: string[] = []
  page.on('request', (sent) => seen.push(`${sent.url()} ${sent.headers().referer ?? ''}`))
  await enter(page, token, link)
  await expect(page).toHaveURL('/update-password')
  await tabTo(page, password)
  await page.keyboard.type(fresh)
  await tabTo(page, confirmation)
  await page.keyboard.type(fresh)
  await tabTo(page, page.getByRole('checkbox', { name: 'Show passwords' }))
  await page.keyboard.press('Space')
  await expect(confirmation).toHaveAttribute('type', 'text')
  await tabTo(page, page.getByRole('button', { name: 'Update password' }))
  await page.keyboard.press('Enter')
  await expectSnackbar(page, 'Password updated successfully')
  await expect(page).toHaveURL('/')
  await expect(onSignIn(page).submit).toBeVisible()
  expect(seen.filter((line) => line.includes(code))).toHaveLength(1)
  await onSignIn(page).fill(username, fresh)
  await page.waitForURL('/welcome')
})

// The draft of the profile, and how it is discarded: settings.test.tsx.
test('profile and password are changed by keyboard alone, for every tab here', async ({
  page,
  context,
  server,
}) => {
  const member = await signUpMember(server)
  await showSettings(page, member.token)
  const { dialog, firstName, lastName, phone, bio, update } = profileForm(page)
  const written = `By keys, ${Date.now()}`
  await tabTo(page, row(page, 'Update Profile'))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeFocused()
  for (const field of [firstName, lastName, phone, bio]) await tabTo(page, field)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(written)
  await tabTo(page, update)
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
