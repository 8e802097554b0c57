import { readFile } from 'node:fs/promises'
import { request } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import {
  dialog,
  expectSnackbar,
  holdBack,
  openSettings,
  passwordForm,
  profileForm,
  row,
  showSettings,
  snackbars,
  untilSettled,
} from '../support/in-settings.ts'
import { apiOf } from '../support/members.ts'
import {
  answer,
  enter,
  expectAccessibleScreen,
  logIn,
  password,
  pastTheEdge,
  test,
  tokenKey,
} from '../support/visit.ts'

const noResponse = 'No response from the server. Please check your network connection.'

test('what does not load is asked for again, and data can be taken home', async ({ page, server }) => {
  await enter(page, await logIn(server.url, 'osaze.e'))
  await page.route('**/api/user/*', answer(400, { error: ['The database is away'], message: '' }))
  await page.route('**/api/user/user-status/*', answer(404, { error: ['Not now'], message: '' }))
  await page.goto('/settings')
  const profile = page.getByRole('alert').filter({ hasText: 'The database is away' })
  const closure = page.getByRole('alert').filter({ hasText: 'Not now' })
  await expect(profile).toBeVisible()
  await expect(closure).toBeVisible()
  await expectAccessibleState(page)
  await page.unrouteAll()
  await profile.getByRole('button', { name: 'Retry' }).click()
  await expect(row(page, 'Update Profile')).toBeVisible()
  await closure.getByRole('button', { name: 'Retry' }).click()
  await expect(row(page, 'Close Account')).toBeVisible()

  const arriving = page.waitForEvent('download')
  await row(page, 'Download my data').click()
  const file = await arriving
  expect(file.suggestedFilename()).toBe('rootsquare-my-data.json')
  const text = await readFile(await file.path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ members: { username: 'osaze.e' } })
  expect(text).not.toMatch(/password|argon2/i)
  await page.route('**/api/user/export', answer(429, { error: ['Come back later.'], message: '' }))
  await row(page, 'Download my data').click()
  await expectSnackbar(page, 'Come back later.')
})

test('Show my group flips at once, and goes back when the server refuses', async ({ page, server }) => {
  const token = await logIn(server.url, 'osaze.e')
  const member = await apiOf(server.url, token)
  const { user_id: id } = JSON.parse(atob(token.split('.')[1] ?? ''))
  const hidden = await member.put(`/api/user/update/${id}`, { data: { showGroup: false } })
  expect(hidden.status()).toBe(200)
  await member.dispose()
  await showSettings(page, token)
  const group = page.getByRole('switch', { name: 'Show my group' })
  await expect(group).not.toBeChecked()
  const slow = holdBack()
  await page.route('**/api/user/update/*', slow.hold)
  const answered = page.waitForResponse('**/api/user/update/*')
  await group.click()
  await expect(group).toBeChecked()
  slow.letGo()
  expect((await answered).status()).toBe(200)
  await page.unrouteAll()
  await expect(group).toBeChecked()

  await page.route('**/api/user/update/*', answer(500, { error: ['Not today'], message: '' }))
  await group.focus()
  await page.keyboard.press('Space')
  await expectSnackbar(page, 'Not today')
  await expect(group).toBeChecked()
  // Two quick taps that both fail.
  await page.unrouteAll()
  let failed = 0
  const late = holdBack()
  await page.route('**/api/user/update/*', async (route) => {
    failed += 1
    await route.abort('connectionfailed')
  })
  await page.route('**/api/user/update/*', late.hold)
  await group.click()
  await expect(group).not.toBeChecked()
  await group.click()
  await expect(group).toBeChecked()
  late.letGo()
  await expectSnackbar(page, noResponse)
  await expect.poll(() => failed).toBe(2)
  await expect(group).toBeChecked()
})

// That both choices are kept, theme.e2e.ts and shortcuts.e2e.ts show.
test('theme and single-key shortcuts are chosen here, and links lead on', async ({ page, token }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await showSettings(page, token)
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(page.getByText(/scheduled for deletion/)).toHaveCount(0)
  const last = page.getByRole('main').getByRole('button').last()
  await expect(last).toHaveAccessibleName('Close Account')
  const html = page.locator('html')
  const theme = page.getByRole('main').getByRole('group', { name: 'Theme' })
  const toggle = page.getByRole('main').getByRole('switch', { name: 'Single-key shortcuts' })
  const sheet = dialog(page, 'Keyboard shortcuts')
  await expect(theme.getByRole('radio', { name: 'System' })).toBeChecked()
  await theme.getByRole('radio', { name: 'System' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(theme.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await toggle.uncheck()
  await row(page, 'Change Password').focus()
  await page.keyboard.press('?')
  await page.keyboard.press('Enter')
  await expect(passwordForm(page).dialog).toBeVisible()
  await expect(sheet).toHaveCount(0)
  await page.keyboard.press('Escape')
  await untilSettled(page)
  await theme.getByRole('radio', { name: 'Light' }).check()
  await expect(html).toHaveAttribute('data-theme', 'light')
  await expect(toggle).not.toBeChecked()
  await toggle.check()
  await row(page, 'Change Password').focus()
  await page.keyboard.press('?')
  await sheet.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck()
  await page.keyboard.press('Escape')
  await untilSettled(page)
  await expect(toggle).not.toBeChecked()
  await page.getByRole('link', { name: 'Addresses' }).click()
  await expect(page).toHaveURL('/addresses')
  await page.goBack()
  await page.getByRole('link', { name: 'Back to profile' }).click()
  await expect(page).toHaveURL('/profile')
})

test('only what was changed on the profile is sent', async ({ page, server }) => {
  await openSettings(page, server, 'karo.efe')
  await row(page, 'Update Profile').click()
  const { dialog, firstName, lastName, phone, bio, update } = profileForm(page)
  await expect(lastName).not.toHaveValue('')
  await firstName.fill('  Káròfẹ́ ')
  await phone.fill('+234 (803) 123-4567')
  const sent = page.waitForRequest('**/api/user/update/*')
  await phone.press('Enter')
  expect((await sent).postDataJSON()).toEqual({ firstname: 'Káròfẹ́', phoneNumber: '2348031234567' })
  await expectSnackbar(page, 'Profile updated successfully')
  await expect(dialog).toHaveCount(0)
  await expect(row(page, 'Update Profile')).toBeFocused()
  await row(page, 'Update Profile').click()
  await expect(firstName).toHaveValue('Káròfẹ́')
  await expect(phone).toHaveValue('2348031234567')

  await phone.fill('')
  await bio.fill('')
  const cleared = page.waitForRequest('**/api/user/update/*')
  await update.click()
  expect((await cleared).postDataJSON()).toEqual({ phoneNumber: null, bio: null })
  await expectSnackbar(page, 'Profile updated successfully')

  // A field left alone does not undo what was changed elsewhere meanwhile.
  await expect(dialog).toHaveCount(0)
  await row(page, 'Update Profile').click()
  await expect(firstName).not.toHaveValue('')
  const headers = {
    authorization: `Bearer ${await page.evaluate((key) => localStorage.getItem(key), tokenKey)}`,
  }
  const { user_id: id } = JSON.parse(atob(headers.authorization.split('.')[1] ?? ''))
  const written = `From another device, ${Date.now()}`
  await page.request.put(`/api/user/update/${id}`, { headers, data: { bio: written } })
  const fetched = page.waitForResponse((reply) => reply.url().endsWith(`/api/user/${id}`))
  await page.evaluate(() => {
    const now = Date.now()
    Date.now = () => now + 31_000
    window.dispatchEvent(new Event('visibilitychange'))
  })
  expect((await (await fetched).json()).data.bio).toBe(written)
  await firstName.fill('Karo')
  const alone = page.waitForRequest('**/api/user/update/*')
  await update.click()
  expect((await alone).postDataJSON()).toEqual({ firstname: 'Karo' })
  await expect(dialog).toHaveCount(0)
  await row(page, 'Update Profile').click()
  await expect(bio).toHaveValue(written)
})

test('wrong fields of the profile are told beside them, and no failure loses a word', async ({
  page,
  server,
}) => {
  await openSettings(page, server, 'karo.efe')
  await row(page, 'Update Profile').click()
  const { dialog, firstName, lastName, phone, bio, update } = profileForm(page)
  await expect(lastName).not.toHaveValue('')
  const surname = await lastName.inputValue()
  await phone.fill('12')
  await phone.blur()
  await expect(phone).toHaveAccessibleDescription('Phone numbers are 7 to 15 digits.')
  await phone.fill('')
  await lastName.fill(' ')
  await firstName.fill('')
  await update.click()
  await expect(firstName).toHaveAccessibleDescription('Required.')
  await expect(lastName).toHaveAccessibleDescription('Required.')
  await expect(firstName).toBeFocused()
  await firstName.fill('Osazuwa')
  await lastName.fill('Edo')
  // The bio is counted from 200 on; profile-draft.test.ts says how.
  await bio.fill('ọ'.repeat(199))
  await expect(dialog.getByText('/ 255')).toHaveCount(0)
  await bio.fill('🥁'.repeat(255))
  await expect(dialog.getByText('255 / 255')).toBeVisible()
  await expect(update).toBeEnabled()
  await bio.press('End')
  await bio.pressSequentially('!')
  await expect(dialog.getByText('256 / 255')).toBeVisible()
  await expect(bio).toHaveAccessibleDescription('Maximum 255 characters allowed')
  await expect(update).toBeDisabled()
  await bio.press('Backspace')
  await expect(update).toBeEnabled()
  await bio.fill('Bronze, every day.')
  const kept = async (text: string) => {
    await expectSnackbar(page, text)
    await expect(snackbars(page).getByRole('paragraph')).toHaveCount(1)
    await expect(firstName).toHaveValue('Osazuwa')
    await expect(bio).toHaveValue('Bronze, every day.')
  }
  await page.route('**/api/user/update/*', answer(500, { error: ['The loom broke'], message: '' }))
  await update.click()
  await kept('The loom broke')
  await page.unrouteAll()
  await page.route('**/api/user/update/*', (route) => route.abort('connectionfailed'))
  await update.click()
  await kept(noResponse)
  await page.unrouteAll()
  const fields = { lastname: 'Not this one.' }
  const refusal = { error: ['Not this one.'], message: '', code: 'INVALID', fields }
  await page.route('**/api/user/update/*', answer(400, refusal))
  await update.click()
  await kept('Not this one.')
  await expect(lastName).toHaveAccessibleDescription('Not this one.')
  await expect(dialog.getByText('Not this one.')).toHaveCount(1)
  await expect(lastName).toBeFocused()
  await page.unrouteAll()
  await firstName.fill('Karo')
  await lastName.fill(surname)

  // The button keeps its width while busy.
  let calls = 0
  const slow = holdBack()
  await page.route('**/api/user/update/*', async (route) => {
    calls += 1
    await slow.hold(route)
  })
  const before = await update.boundingBox()
  await firstName.press('Enter')
  await expect(update).toHaveAttribute('aria-disabled', 'true')
  expect((await update.boundingBox())?.width).toBe(before?.width)
  await firstName.press('Enter')
  slow.letGo()
  await expectSnackbar(page, 'Profile updated successfully')
  expect(calls).toBe(1)
})

test('a wrong password is told where it is typed, and no failure loses a word', async ({ page, token }) => {
  await showSettings(page, token)
  const { old, fresh, confirmation, submit, alert, dialog: form } = passwordForm(page)
  for (const close of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await row(page, 'Change Password').focus()
    await page.keyboard.press('Enter')
    await expect(old).toBeFocused()
    await close()
    await expect(form).toHaveCount(0)
    await expect(row(page, 'Change Password')).toBeFocused()
    await expect(page).toHaveURL('/settings')
  }
  await row(page, 'Change Password').click()
  await expect(old).toBeFocused()
  await expect(submit).toBeDisabled()
  await old.focus()
  await old.blur()
  await expect(old).not.toHaveAccessibleDescription(/./)
  await old.fill('1')
  await old.fill('')
  await old.blur()
  await expect(old).toHaveAccessibleDescription('Required.')
  // change-password-troubles.test.ts has every rule.
  await old.fill(password)
  await fresh.fill('plainpassword')
  await confirmation.fill('Another#2026')
  await confirmation.blur()
  await expect(fresh).toHaveAccessibleDescription('at least a number, upper & lower case, special character')
  await expect(confirmation).toHaveAccessibleDescription('New password must match with confirm new password.')
  await expect(submit).toBeDisabled()
  await fresh.fill('Another#2026')
  await expect(submit).toBeEnabled()

  await old.fill('not my password')
  await fresh.fill('Another#2027')
  await confirmation.fill('Another#2027')
  await submit.click()
  await expect(alert).toHaveText('The password is not correct.')
  await expect(form.getByText('The password is not correct.')).toHaveCount(1)
  await expect(old).toHaveAttribute('aria-invalid', 'true')
  await expect(old).toBeFocused()
  await expect(snackbars(page)).toHaveCount(0)
  await fresh.fill('Another#2028')
  await expect(alert).toHaveCount(0)
  await fresh.fill('Another#2027')

  await page.route('**/api/password/change', (route) => route.fulfill({ status: 418, body: 'Teapot' }))
  await submit.click()
  await expect(alert).toHaveText('An unexpected error occurred')
  await page.unrouteAll()
  await page.route('**/api/password/change', (route) => route.abort('connectionfailed'))
  await submit.click()
  await expect(alert).toHaveText(noResponse)
  for (const [field, value] of [
    [old, 'not my password'],
    [fresh, 'Another#2027'],
    [confirmation, 'Another#2027'],
  ] as const) {
    await expect(field).toHaveValue(value)
  }
})

test('a new password brings a new token to every tab here, and ends all elsewhere', async ({
  page,
  context,
  server,
}) => {
  // Of whom no other test hears: their password is another one afterwards.
  const username = 'ndagi.yisa'
  const elsewhere = await logIn(server.url, username)
  await openSettings(page, server, username)
  const { old, fresh, confirmation, dialog: form } = passwordForm(page)
  const before = await page.evaluate((key) => localStorage.getItem(key), tokenKey)
  const other = await context.newPage()
  await other.goto('/settings')
  await expect(row(other, 'Update Profile')).toBeVisible()

  await row(page, 'Change Password').click()
  await old.fill(password)
  await fresh.fill('Another#2027')
  await confirmation.fill('Another#2027')
  await confirmation.press('Enter')
  await expectSnackbar(page, 'Password updated successfully')
  await expect(form).toHaveCount(0)
  await expect(row(page, 'Change Password')).toBeFocused()
  expect(await page.evaluate((key) => localStorage.getItem(key), tokenKey)).not.toBe(before)

  const toggle = other.getByRole('switch', { name: 'Show my group' })
  const answered = other.waitForResponse('**/api/user/update/*')
  await toggle.click()
  expect((await answered).status()).toBe(200)
  const api = await request.newContext({ extraHTTPHeaders: { authorization: `Bearer ${elsewhere}` } })
  expect((await api.get(`${server.url}/api/user/export`)).status()).toBe(401)
  const data = { username, userSecret: 'Another#2027' }
  expect((await api.post(`${server.url}/api/login`, { data, headers: {} })).status()).toBe(200)
  await api.dispose()
})

test('how settings and the profile’s form look', async ({ page, server }) => {
  const slow = holdBack()
  await enter(page, await logIn(server.url, 'osaze.e'))
  await page.route('**/api/user/**', slow.hold)
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessibleState(page)
  slow.letGo()
  await expect(row(page, 'Update Profile')).toBeVisible()
  await expect(row(page, 'Close Account')).toBeVisible()
  await expectAccessibleScreen(page, 'settings')
  await row(page, 'Change Password').click()
  await passwordForm(page).fresh.fill('short')
  await passwordForm(page).confirmation.fill('x')
  await passwordForm(page).confirmation.blur()
  await expectAccessibleState(page)
  expect(await pastTheEdge(page), 'password, 320 px').toEqual([])
  await page.keyboard.press('Escape')
  await row(page, 'Update Profile').click()
  const { bio, dialog: form } = profileForm(page)
  await bio.fill('x'.repeat(300))
  await expectAccessibleScreen(page, 'profile', () => expect(form).toBeVisible())
})
