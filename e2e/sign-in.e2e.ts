import { request } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { holdBack } from './in-settings.ts'
import { answer, atHome, onSignIn, password, test } from './visit.ts'

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

test.describe('signing in', () => {
  test('a member signs in, sees the splash, and lands on the square by name', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
    await onSignIn(page).fill('adaeze.n', password)
    await page.waitForURL('/loading')
    await page.waitForURL('/user')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ndewo, Adaeze')
    const profile = page.getByRole('region', { name: 'Your profile' })
    await expect(profile.getByRole('heading', { name: 'Adaeze Nwokorie' })).toBeVisible()
    await expect(profile.getByText('@adaeze.n')).toBeVisible()
    await expect(profile.getByText(/Igbo cook and weekend potter/)).toBeVisible()
    await page.goBack()
    await expect(page).not.toHaveURL('/loading')
  })

  test('an e-mail address does as well as a username', async ({ page }) => {
    await page.goto('/')
    await onSignIn(page).fill('ekaette.u@example.com', password)
    await page.waitForURL('/user')
    await expect(atHome(page, 'Ekaette')).toBeVisible()
  })

  test('the keyboard alone is enough', async ({ page }) => {
    await page.goto('/')
    const { username, secret, submit } = onSignIn(page)
    await username.focus()
    await page.keyboard.type('terhemba')
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
    const ring = await submit.evaluate((element) => getComputedStyle(element).outline)
    expect(ring).toContain('3px')
    await page.keyboard.press('Enter')
    await page.waitForURL('/user')
  })

  test('password managers know the fields', async ({ page }) => {
    await page.goto('/')
    const { username, secret } = onSignIn(page)
    await expect(username).toHaveAttribute('autocomplete', 'username')
    await expect(secret).toHaveAttribute('autocomplete', 'current-password')
  })

  test('the button keeps its width and the focus while busy, and sends once', async ({ page }) => {
    let calls = 0
    const slow = holdBack()
    const refusal = { error: ['No.'], message: 'No.', code: 'BAD_CREDENTIALS' }
    await page.route('**/api/login', answer(400, refusal))
    await page.route('**/api/login', async (route) => {
      calls += 1
      await slow.hold(route)
    })
    await page.goto('/')
    const { submit, fill } = onSignIn(page)
    const before = await submit.boundingBox()
    await fill('adaeze.n', 'not the password')
    await expect(submit).toHaveAttribute('aria-disabled', 'true')
    expect(await submit.boundingBox()).toMatchObject({ width: before?.width, height: before?.height })
    await page.keyboard.press('Enter')
    slow.letGo()
    await expectRefusal(page, 'No.')
    await expect(submit).toBeFocused()
    expect(calls).toBe(1)
  })
})

test.describe('what the form says', () => {
  test("nothing typed: 'Required.' at both fields, and the first one has the focus", async ({ page }) => {
    await page.goto('/')
    const { username, secret, submit } = onSignIn(page)
    await submit.click()
    await expect(username).toHaveAccessibleDescription('Required.')
    await expect(secret).toHaveAccessibleDescription('Required.')
    await expect(username).toBeFocused()
  })

  test("leaving a short password: 'Minimum 8 characters password', gone once it is typed on", async ({
    page,
  }) => {
    await page.goto('/')
    const { username, secret, submit } = onSignIn(page)
    await username.fill('adaeze.n')
    await secret.fill('1234567')
    await secret.blur()
    await expect(secret).toHaveAccessibleDescription('Minimum 8 characters password')
    await submit.click()
    await expect(secret).toBeFocused()
    await secret.pressSequentially('8')
    await expect(page.getByText('Minimum 8 characters password')).toHaveCount(0)
  })

  test('a wrong password and an unknown name get the same words', async ({ page }) => {
    await page.goto('/')
    const { fill, snackbar } = onSignIn(page)
    await fill('bose.akande', 'wrong password')
    const text = (await snackbar.getByRole('paragraph').textContent()) ?? ''
    expect(text).not.toBe('')
    await expectRefusal(page, text)
    await fill('nobody.at.all', 'wrong password')
    await expect(snackbar).toHaveCount(1)
    await expectRefusal(page, text)
    await fill('bose.akande', password)
    await page.waitForURL('/loading')
    await expect(snackbar).toHaveCount(0)
  })

  test('several sentences are joined by commas', async ({ page }) => {
    const error = ['First sentence', 'second sentence']
    await page.route('**/api/login', answer(400, { error, message: 'unused', code: 'INVALID' }))
    await page.goto('/')
    await onSignIn(page).fill('adaeze.n', password)
    await expectRefusal(page, 'First sentence, second sentence')
  })

  test('one sentence in place of a list is shown as it is', async ({ page }) => {
    await page.route('**/api/login', answer(400, { error: 'Just this.', message: 'unused' }))
    await page.goto('/')
    await onSignIn(page).fill('adaeze.n', password)
    await expectRefusal(page, 'Just this.')
  })

  test('without sentences the message speaks', async ({ page }) => {
    await page.route('**/api/login', answer(429, { message: 'Too many tries.' }))
    await page.goto('/')
    await onSignIn(page).fill('adaeze.n', password)
    await expectRefusal(page, 'Too many tries.')
  })

  test('a field the server refuses is marked and focused', async ({ page }) => {
    const body = {
      error: ['Too long.'],
      message: 'Too long.',
      code: 'INVALID',
      fields: { userSecret: 'Too long.' },
    }
    await page.route('**/api/login', answer(400, body))
    await page.goto('/')
    const { secret, fill, form, snackbar } = onSignIn(page)
    await fill('adaeze.n', password)
    await expect(secret).toHaveAccessibleDescription('Too long.')
    await expect(form.getByText('Too long.')).toHaveCount(1)
    await expect(snackbar.getByText('Too long.')).toBeVisible()
    await expect(secret).toBeFocused()
  })

  test('a fault of the server asks to try again later', async ({ page }) => {
    const body = { error: ['The database is away'], message: '', code: 'INTERNAL', requestId: 'r1' }
    await page.route('**/api/login', answer(500, body))
    await page.goto('/')
    await onSignIn(page).fill('adaeze.n', password)
    await expectRefusal(page, 'The database is away, please try again later.')
  })

  test('from 500 up the words about later are appended, whatever is said', async ({ page }) => {
    await page.goto('/')
    await onSignIn(page).username.fill('adaeze.n')
    await onSignIn(page).secret.fill(password)
    for (const [status, body, text] of [
      [503, '{"message":"Back soon"}', 'Back soon, please try again later.'],
      [502, '<h1>Bad gateway</h1>', 'An unexpected error occurred., please try again later.'],
    ] as const) {
      await page.route('**/api/login', (route) => route.fulfill({ status, body }))
      await onSignIn(page).submit.click()
      await expectRefusal(page, text)
      await page.unroute('**/api/login')
    }
  })

  test('a proxy that answers in its own form is an unexpected error', async ({ page }) => {
    await page.route('**/api/login', (route) => route.fulfill({ status: 418, body: '<h1>Teapot</h1>' }))
    await page.goto('/')
    await onSignIn(page).fill('adaeze.n', password)
    await expectRefusal(page, 'An unexpected error occurred.')
  })

  test('no network: the words about the connection', async ({ page, context }) => {
    const text = 'No response from the server. Please check your network connection.'
    await page.route('**/api/login', (route) => route.abort('connectionfailed'))
    await page.goto('/')
    await onSignIn(page).fill('adaeze.n', password)
    await expectRefusal(page, text)
    await page.unroute('**/api/login')
    await context.setOffline(true)
    await onSignIn(page).submit.click()
    await expectRefusal(page, text)
  })

  test("an answer without a token: its message, else 'Token missing in response.'", async ({ page }) => {
    await page.route('**/api/login', answer(200, { data: { user_id: 1 } }))
    await page.goto('/')
    await onSignIn(page).fill('adaeze.n', password)
    await expectRefusal(page, 'Token missing in response.')
    await page.unroute('**/api/login')
    await page.route('**/api/login', answer(200, { data: null, message: 'Ask again tomorrow.' }))
    await onSignIn(page).submit.click()
    await expectRefusal(page, 'Ask again tomorrow.')
  })
})

test.describe('accounts that may not come in', () => {
  test('not verified: the mail can be sent again', async ({ page, server }) => {
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
    const { form, snackbar, fill } = onSignIn(page)
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
  })

  test('suspended: why, and until when', async ({ page }) => {
    const refusal = { error: ['Your account is suspended.'], message: '', code: 'ACCOUNT_SUSPENDED' }
    const body = { ...refusal, reason: 'Selling borrowed photos', until: '2030-03-03T13:05:00.000Z' }
    await page.route('**/api/login', answer(403, body))
    await page.goto('/')
    await onSignIn(page).fill('adaeze.n', password)
    await expectRefusal(page, 'Your account is suspended.')
    await expect(onSignIn(page).form.getByText('Selling borrowed photos')).toBeVisible()
    await expect(onSignIn(page).form.getByText(/3 March 2030.*14:05/)).toBeVisible()
  })

  test('banned: why', async ({ page }) => {
    const refusal = {
      error: ['Your account is banned.'],
      message: '',
      code: 'ACCOUNT_BANNED',
      reason: 'Threats',
    }
    await page.route('**/api/login', answer(403, refusal))
    await page.goto('/')
    await onSignIn(page).fill('adaeze.n', password)
    await expectRefusal(page, 'Your account is banned.')
    await expect(onSignIn(page).form.getByText('Threats')).toBeVisible()
  })
})
