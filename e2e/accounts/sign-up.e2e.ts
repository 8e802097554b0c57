import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { hold, linkInMail, newcomer, onSignUp } from '../support/entry.ts'
import { test } from '../support/own-origin.ts'
import { answer, onSignIn } from '../support/visit.ts'

const failed = 'Registration failed. Please check your inputs.'
const wentWrong = 'Something went wrong. Please try again later.'

/** In the snackbar, beside the form and spoken, with all that was typed still there. */
async function expectRefusal(page: Page, text: string): Promise<void> {
  const { snackbar, form, password, firstName, group, consent } = onSignUp(page)
  await expect(snackbar.getByText(text, { exact: true })).toBeVisible()
  await expect(form.getByText(text, { exact: true }).first()).toBeVisible()
  await expect(page.locator('#live-assertive')).toHaveText(text)
  await expect(firstName).toHaveValue('Ṣadé')
  await expect(password).not.toHaveValue('')
  await expect(group).toHaveValue('Yoruba')
  await expect(consent).toBeChecked()
  await expect(page).toHaveURL('/signup')
}

/** Holds the button down until `meanwhile` has come true. */
async function press(page: Page, target: Locator, meanwhile: () => Promise<void>): Promise<void> {
  await target.hover()
  await page.mouse.down()
  await meanwhile()
  await page.mouse.up()
}

test('a visitor signs up on a slow line, verifies the address and signs in', async ({ page, server }) => {
  const member = newcomer()
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign up here' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign up' })).toBeVisible()
  const { fill, submit } = onSignUp(page)
  await fill(member)
  // What was typed survives Back and a reload, but never the password.
  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect(onSignIn(page).submit).toBeVisible()
  await page.goBack()
  for (const again of [async () => {}, () => page.reload()]) {
    await again()
    const { firstName, lastName, username, email, password, group, consent } = onSignUp(page)
    await expect(firstName).toHaveValue('Ṣadé')
    await expect(lastName).toHaveValue('Ọláyínká')
    await expect(username).toHaveValue(member.username)
    await expect(email).toHaveValue(member.email)
    await expect(group).toHaveValue('Yoruba')
    await expect(consent).toBeChecked()
    await expect(password).toHaveValue('')
  }
  const typed = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
  expect(typed).toContain(member.email)
  expect(typed).not.toContain(member.password)
  await onSignUp(page).password.fill(member.password)
  // On a slow line the button keeps its width and sends once.
  let calls = 0
  page.on('request', (request) => (calls += Number(request.url().endsWith('/api/create/user'))))
  const line = await hold(page, '**/api/create/user')
  const before = await submit.boundingBox()
  const sent = page.waitForRequest('**/api/create/user')
  await submit.click()
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  expect((await submit.boundingBox())?.width).toBe(before?.width)
  await page.keyboard.press('Enter')
  await expect(submit).toBeFocused()
  line.release()
  expect((await sent).postDataJSON()).toMatchObject({
    firstName: 'Ṣadé',
    emailAddress: member.email,
    consent: true,
    validationUrl: `${server.url}/mail-validate`,
  })
  await page.waitForURL('/mail-sent')
  expect(calls).toBe(1)
  await expect(page.getByText(`We sent a mail to ${member.email}.`)).toBeVisible()
  await expect(page.getByText(/follow the link to verify your email/)).toBeVisible()
  await page.getByRole('link', { name: 'Sign up again' }).click()
  await expect(onSignUp(page).email).toHaveValue(member.email)
  await expect(onSignUp(page).password).toHaveValue('')

  const link = await linkInMail(server, member.email)
  expect(link.startsWith(`${server.url}/mail-validate?vCode=`)).toBe(true)
  await page.goto(link)
  await expect(page.getByText('Email verification successful')).toBeVisible()
  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
  await onSignIn(page).fill(member.username, member.password)
  await page.waitForURL('/loading')
  await page.waitForURL('/user')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ẹ káàbọ̀, Ṣadé')
  await page.goto('/logout')
  await expect(page).toHaveURL('/')
  const kept = await page.evaluate(() => Object.keys({ ...sessionStorage, ...localStorage }))
  expect(kept.filter((key) => key.startsWith('rootsquare.'))).toEqual([])
})

test('the keyboard alone is enough, through the picker too', async ({ page }) => {
  const member = newcomer()
  await page.goto('/signup')
  const { firstName, group, options, consent, submit } = onSignUp(page)
  await firstName.focus()
  for (const text of ['Ada', 'Obi', member.username, member.email, member.password]) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(group).toBeFocused()
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.type('ndig')
  await expect(options).toHaveCount(1)
  await expect(options.first()).toHaveText(/Igbo also: Ndigbo/)
  await page.keyboard.press('Enter')
  await expect(group).toHaveValue('Igbo')
  await expect(options).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(consent).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(submit).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('/mail-sent')
})

test('the form says what is missing and what breaks a rule', async ({ page }) => {
  await page.goto('/signup')
  const { firstName, lastName, username, email, password, group, consent, submit } = onSignUp(page)
  await submit.click()
  for (const field of [firstName, lastName, username, email, password, group, consent])
    await expect(field).toHaveAccessibleDescription('Required.')
  await expect(firstName).toBeFocused()
  await expectAccessibleState(page)
  await firstName.fill('Ada')
  await expect(firstName).not.toHaveAccessibleDescription('Required.')

  // The checklist ticks off what the password has, in words and signs.
  const list = page.getByRole('list', { name: 'What the password needs' })
  const done = list.getByText(': done')
  await expect(done).toHaveCount(0)
  const growing = ['a', 'aB', 'aB1', 'aB1#', 'aB1#aaaa']
  for (const [index, text] of growing.entries()) {
    await password.fill(text)
    await expect(done).toHaveCount(index + 1)
  }
  await expect(page.getByText('5 of 5 met')).toBeAttached()
  await password.fill('')
  await expect(done).toHaveCount(0)

  // sign-up-troubles.test.ts has every rule.
  await username.fill('a b')
  await username.blur()
  await expect(username).toHaveAccessibleDescription('3 to 30 letters, digits, _ and .')
  await password.fill('Abcdefgh1#')
  await password.blur()
  await expect(password).not.toHaveAccessibleDescription(/./)

  // A press that leaves a wrong field still lands on its link.
  await page.setViewportSize({ width: 360, height: 740 })
  await onSignUp(page).email.fill('ada.example.com')
  await press(page, page.getByRole('link', { name: 'Sign In' }), async () => {
    await expect(onSignUp(page).email).toHaveAccessibleDescription('Email must be valid')
  })
  await expect(page).toHaveURL('/')
  await onSignIn(page).username.focus()
  await press(page, page.getByRole('link', { name: 'Sign up here' }), async () => {
    await expect(onSignIn(page).username).not.toHaveAccessibleDescription(/./)
  })
  await expect(page).toHaveURL('/signup')
})

test('what the server or the line refuses is told, and nothing typed is lost', async ({ page, context }) => {
  const { username, email, password, submit, form, snackbar, fill } = onSignUp(page)
  await page.goto('/signup')
  const member = newcomer()
  await fill(member)
  // sign-up-failure.test.ts has the words for every kind of answer.
  const tooMany = { error: ['Too many sign-ups from here.'], message: '', code: 'TOO_MANY' }
  await page.route('**/api/create/user', answer(429, tooMany))
  await submit.click()
  await expectRefusal(page, failed)
  await expect(form.getByText(tooMany.error[0] ?? '')).toBeVisible()
  await page.unroute('**/api/create/user')
  const fields = { cipherCode: 'Min 8 characters' }
  const refusal = { error: ['x'], message: 'x', code: 'INVALID', fields }
  await page.route('**/api/create/user', answer(400, refusal))
  await submit.click()
  await expectRefusal(page, 'Min 8 characters')
  await expect(password).toHaveAccessibleDescription('Min 8 characters')
  await expect(password).toBeFocused()
  await page.unroute('**/api/create/user')
  await context.setOffline(true)
  await submit.click()
  await expectRefusal(page, wentWrong)
  await context.setOffline(false)

  // A name and an address that are taken are told beside their fields, once each.
  await username.fill('Adaeze.N')
  await email.fill('adaeze.n@example.com')
  await submit.click()
  await expect(snackbar).toContainText(
    'This email address is already registered., This username is already taken.',
  )
  await expect(username).toHaveAccessibleDescription('This username is already taken.')
  await expect(email).toHaveAccessibleDescription('This email address is already registered.')
  await expect(form.getByText(/already taken/)).toHaveCount(1)
  await expect(form.getByText(/already registered/)).toHaveCount(1)
  // A refused try takes old notices away.
  await username.fill('')
  await submit.click()
  await expect(username).toHaveAccessibleDescription('Required.')
  await expect(snackbar.getByText(/already/)).toHaveCount(0)
  await username.fill('Adaeze.N')
  await email.fill(member.email)
  await submit.click()
  await expectRefusal(page, 'This username is already taken.')
  await expect(username).toBeFocused()
  await username.fill(member.username)
  await email.fill('adaeze.n@example.com')
  await submit.click()
  await expectRefusal(page, 'This email address is already registered.')
  await expect(email).toBeFocused()
  await email.fill(member.email)
  await submit.click()
  await page.waitForURL('/mail-sent')
})
