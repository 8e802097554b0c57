import { request } from '@playwright/test'
import type { Page, Route } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { holdBack } from '../support/in-settings.ts'
import { answer, onSignIn, password, test } from '../support/visit.ts'

/** The text is in the snackbar, stays beside the form, is spoken, and costs nothing of what was typed. */
async function expectRefusal(page: Page, text: string): Promise<void> {
  const { username, secret, snackbar, form } = onSignIn(page)
  await expect(snackbar.getByText(text, { exact: true })).toBeVisible()
  await expect(form.getByText(text, { exact: true })).toBeVisible()
  await expect(page.locator('#live-assertive')).toHaveText(text)
  await expect(username).not.toHaveValue('')
  await expect(secret).not.toHaveValue('')
  await expect(page).toHaveURL('/')
}

test('a member mistypes, then signs in by keyboard alone', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
  const { username, secret, submit, fill, snackbar } = onSignIn(page)
  await expect(username).toHaveAttribute('autocomplete', 'username')
  await expect(secret).toHaveAttribute('autocomplete', 'current-password')
  // A wrong password and an unknown name get the same words.
  await fill('adaeze.n', 'wrong password')
  const text = (await snackbar.getByRole('paragraph').textContent()) ?? ''
  expect(text).not.toBe('')
  await expectRefusal(page, text)
  const answered = page.waitForResponse('**/api/login')
  await fill('nobody.at.all', 'wrong password')
  await answered
  await expect(snackbar).toHaveCount(1)
  await expectRefusal(page, text)
  await username.fill('')
  await secret.fill('')
  await username.focus()
  await page.keyboard.type('adaeze.n@example.com')
  await page.keyboard.press('Tab')
  await expect(secret).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Tab')
  const toggle = page.getByRole('button', { name: 'Show password' })
  await expect(toggle).toBeFocused()
  await page.keyboard.press('Space')
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await expect(secret).toHaveAttribute('type', 'text')
  await expect(secret).toHaveValue(password)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(submit).toBeFocused()
  expect(await submit.evaluate((element) => getComputedStyle(element).outline)).toContain('3px')
  await page.keyboard.press('Enter')
  await page.waitForURL('/loading')
  await expect(snackbar).toHaveCount(0)
  await page.waitForURL('/user')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ndewo, Adaeze')
  const profile = page.getByRole('region', { name: 'Your profile' })
  await expect(profile.getByRole('heading', { name: 'Adaeze Nwokorie' })).toBeVisible()
  await expect(profile.getByText('@adaeze.n')).toBeVisible()
  await expect(profile.getByText(/Igbo cook and weekend potter/)).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL('/loading')
})

test('what is missing is told at its field, and a press sends once', async ({ page }) => {
  await page.goto('/')
  const { username, secret, submit, fill, form, snackbar } = onSignIn(page)
  await submit.click()
  await expect(username).toHaveAccessibleDescription('Required.')
  await expect(secret).toHaveAccessibleDescription('Required.')
  await expect(username).toBeFocused()
  await username.fill('adaeze.n')
  await secret.fill('1234567')
  await secret.blur()
  await expect(secret).toHaveAccessibleDescription('Minimum 8 characters password')
  await submit.click()
  await expect(secret).toBeFocused()
  await secret.pressSequentially('8')
  await expect(page.getByText('Minimum 8 characters password')).toHaveCount(0)

  let calls = 0
  const slow = holdBack()
  const refusal = { error: ['No.'], message: 'No.', code: 'BAD_CREDENTIALS' }
  await page.route('**/api/login', answer(400, refusal))
  await page.route('**/api/login', async (route) => {
    calls += 1
    await slow.hold(route)
  })
  const before = await submit.boundingBox()
  await fill('adaeze.n', 'not the password')
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  expect(await submit.boundingBox()).toMatchObject({ width: before?.width, height: before?.height })
  await page.keyboard.press('Enter')
  slow.letGo()
  await expectRefusal(page, 'No.')
  await expect(submit).toBeFocused()
  expect(calls).toBe(1)
  await page.unrouteAll()

  const noResponse = 'No response from the server. Please check your network connection.'
  const fault = { error: ['The database is away'], message: '', code: 'INTERNAL', requestId: 'r1' }
  await secret.fill(password)
  for (const [reply, text] of [
    // failure-text.test.ts has the words for every kind of answer.
    [answer(500, fault), 'The database is away, please try again later.'],
    [
      (route: Route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }),
      'An unexpected error occurred., please try again later.',
    ],
    [(route: Route) => route.abort('connectionfailed'), noResponse],
    [answer(200, { data: { user_id: 1 } }), 'Token missing in response.'],
    [answer(200, { data: null, message: 'Ask again tomorrow.' }), 'Ask again tomorrow.'],
  ] as const) {
    await page.route('**/api/login', reply)
    await submit.click()
    await expectRefusal(page, text)
    await page.unroute('**/api/login')
  }
  // A field the server refuses is marked and focused.
  const fields = { userSecret: 'Too long.' }
  await page.route(
    '**/api/login',
    answer(400, { error: ['Too long.'], message: '', code: 'INVALID', fields }),
  )
  await submit.click()
  await expect(secret).toHaveAccessibleDescription('Too long.')
  await expect(form.getByText('Too long.')).toHaveCount(1)
  await expect(snackbar.getByText('Too long.')).toBeVisible()
  await expect(secret).toBeFocused()
})

test('accounts that may not come in are told why, and what to do', async ({ page, server }) => {
  const username = `newcomer_${Date.now()}`
  const emailAddress = `${username}@example.com`
  const api = await request.newContext()
  const groups: { data: { content: { id: number }[] } } = await (
    await api.get(`${server.url}/api/groups`)
  ).json()
  const validationUrl = 'http://localhost:3000/mail-validate'
  const groupId = groups.data.content[0]?.id
  const member = {
    firstName: 'New',
    lastName: 'Comer',
    username,
    emailAddress,
    cipherCode: password,
    groupId,
  }
  const signedUp = await api.post(`${server.url}/api/create/user`, { data: { ...member, validationUrl } })
  expect(signedUp.status()).toBe(200)
  const sent = async () => (await server.mails()).filter((mail) => mail.to === emailAddress).length
  await expect.poll(sent).toBe(1)

  await page.goto('/')
  const { form, snackbar, fill, submit } = onSignIn(page)
  await fill(username, password)
  await expectRefusal(page, 'Please verify your email address first.')
  const again = form.getByRole('button', { name: 'Send the mail again' })
  const address = form.getByLabel('Email')
  await again.click()
  await expect(address).toHaveAccessibleDescription('Required.')
  await address.fill('not an address')
  await again.click()
  await expect(address).toHaveAccessibleDescription('Email must be valid')
  await address.fill(emailAddress)
  await address.press('Enter')
  await expect(snackbar.getByText('Please check your email')).toBeVisible()
  await expect.poll(sent).toBe(2)

  await fill(emailAddress, password)
  await expectRefusal(page, 'Please verify your email address first.')
  await expect(address).toHaveCount(0)
  await again.click()
  await expect(snackbar.getByText('Please check your email')).toBeVisible()
  await expect.poll(sent).toBe(3)

  const suspended = { error: ['Your account is suspended.'], message: '', code: 'ACCOUNT_SUSPENDED' }
  const until = { reason: 'Selling borrowed photos', until: '2030-03-03T13:05:00.000Z' }
  await page.route('**/api/login', answer(403, { ...suspended, ...until }))
  await fill('adaeze.n', password)
  await expectRefusal(page, 'Your account is suspended.')
  await expect(form.getByText('Selling borrowed photos')).toBeVisible()
  await expect(form.getByText(/3 March 2030.*14:05/)).toBeVisible()
  await page.unroute('**/api/login')
  const banned = { error: ['Your account is banned.'], message: '', code: 'ACCOUNT_BANNED' }
  await page.route('**/api/login', answer(403, { ...banned, reason: 'Threats' }))
  await submit.click()
  await expectRefusal(page, 'Your account is banned.')
  await expect(form.getByText('Threats')).toBeVisible()
  await expect(form.getByText('by answering the mail we sent you')).toBeVisible()
  await expect(form.getByText('Selling borrowed photos')).toHaveCount(0)
})
