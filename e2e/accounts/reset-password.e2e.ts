import type { Page } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { hold, linkInMail, mailsTo } from '../support/entry.ts'
import { test } from '../support/own-origin.ts'
import { answer, onSignIn } from '../support/visit.ts'

const newPassword = 'Brand#New2026'
const noResponse = 'No response from the server. Please check your network connection.'

function onReset(page: Page) {
  return {
    email: page.getByLabel('Email'),
    submit: page.getByRole('button', { name: 'Submit' }),
    again: page.getByRole('button', { name: /^Send (again in|the mail again)/ }),
    snackbar: page.getByRole('region', { name: 'Notices' }),
  }
}

function onNewPassword(page: Page) {
  return {
    password: page.getByLabel('Password', { exact: true }),
    confirmation: page.getByLabel('Confirm password'),
    submit: page.getByRole('button', { name: 'Update password' }),
    snackbar: page.getByRole('region', { name: 'Notices' }),
    form: page.getByRole('region', { name: 'New password' }),
  }
}

async function askForMail(page: Page, address: string): Promise<void> {
  if (!page.url().endsWith('/reset-password')) await page.goto('/reset-password')
  await onReset(page).email.fill(address)
  await onReset(page).email.press('Enter')
  await expect(onReset(page).snackbar.getByText('Please check your email')).toBeVisible()
}

test('a mail is asked for, and sent again after a minute', async ({ page, context, server }) => {
  await page.clock.install()
  const { email, submit, again, snackbar } = onReset(page)
  const { username } = onSignIn(page)
  const forgot = page.getByRole('link', { name: 'Forgot password?' })
  const back = page.getByRole('button', { name: 'Sign In' })
  await page.goto('/')
  await username.fill('ada@example.com')
  await forgot.click()
  await expect(email).toHaveValue('ada@example.com')
  await email.fill('ada.n@example.com')
  await back.click()
  await expect(username).toHaveValue('ada.n@example.com')
  await username.fill('ada.n')
  await forgot.click()
  await expect(email).toHaveValue('')
  await submit.click()
  await expect(email).toHaveAccessibleDescription('Required.')
  await expect(email).toBeFocused()
  await email.fill('ada@example')
  await email.blur()
  await expect(email).toHaveAccessibleDescription('Email must be valid')
  await email.fill('ada@example.com')
  const sentences = { error: ['The post is late', 'try again'], message: 'unused', code: 'INTERNAL' }
  await page.route('**/api/password/reset', answer(500, sentences))
  await submit.click()
  await expect(snackbar.getByText('The post is late, try again')).toBeVisible()
  await expectAccessibleState(page)
  await expect(
    page.getByRole('region', { name: 'Reset password' }).getByText('The post is late'),
  ).toBeVisible()
  await page.unroute('**/api/password/reset')
  await context.setOffline(true)
  await submit.click()
  await expect(snackbar.getByText(noResponse)).toBeVisible()
  await expect(email).toHaveValue('ada@example.com')
  await context.setOffline(false)
  const line = await hold(page, '**/api/password/reset')
  await submit.click()
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  line.release()
  await expect(page.getByText('a mail is on its way')).toBeVisible()
  await expectAccessibleState(page)
  await page.getByRole('button', { name: 'Use another address' }).click()
  // An unknown address gets the same answer, and can be put right.
  const lead = page.getByText('Tell us your email, and we send you a link to set a new password.')
  await askForMail(page, 'nobody@exampel.com')
  await expect(page.getByText('If an account has the address nobody@exampel.com')).toBeVisible()
  expect(await mailsTo(server, 'nobody@exampel.com')).toEqual([])
  await expect(lead).toHaveCount(0)
  await page.getByRole('button', { name: 'Use another address' }).click()
  await expect(lead).toBeVisible()
  await expect(email).toHaveValue('nobody@exampel.com')
  await expect(email).toBeFocused()
  const address = 'ekaette.u@example.com'
  await askForMail(page, address)
  await expect(again).toBeDisabled()
  await expect(again).toHaveText(/^Send again in \d+ s$/)
  await page.clock.fastForward(61_000)
  await expect(again).toHaveText('Send the mail again')
  await again.click()
  await expect(snackbar.getByText('Please check your email')).toBeVisible()
  await expect(again).toBeDisabled()
  await linkInMail(server, address, 2)
  await page.getByRole('button', { name: 'Use another address' }).click()
  await back.click()
  await expect(username).toHaveValue('ada.n')
})

test('setting a password keeps the code out of the address, and loses no word', async ({ page, context }) => {
  const seen: string[] = []
  page.on('request', (request) => seen.push(`${request.url()} ${request.headers().referer ?? ''}`))
  await page.goto('/update-password?vCode=secret-code')
  const { password, confirmation, submit, snackbar, form } = onNewPassword(page)
  await expect(page).toHaveURL('/update-password')
  await page.reload()
  for (const field of [password, confirmation]) {
    await expect(field).toHaveAttribute('autocomplete', 'new-password')
    await expect(field).toHaveAttribute('type', 'password')
  }
  await page.getByRole('checkbox', { name: 'Show passwords' }).check()
  for (const field of [password, confirmation]) await expect(field).toHaveAttribute('type', 'text')
  await submit.click()
  await expect(password).toHaveAccessibleDescription('Required.')
  await expect(confirmation).toHaveAccessibleDescription('Required.')
  await expect(password).toBeFocused()
  await password.fill('Ab1#')
  await password.blur()
  await expect(password).toHaveAccessibleDescription('Minimum 8 characters password.')
  await password.fill('abcdefgh')
  await password.blur()
  await expect(password).toHaveAccessibleDescription(
    'at least a number, upper & lower case, special character',
  )
  await password.fill(newPassword)
  await confirmation.fill('Brand#New2027')
  await submit.click()
  await expect(confirmation).toHaveAccessibleDescription('Passwords must match.')
  await expect(confirmation).toBeFocused()
  await expect(page.getByText('5 of 5 met')).toBeAttached()
  await confirmation.fill(newPassword)
  const broken = { error: ['A thread has broken.'], message: '', code: 'INTERNAL' }
  await page.route('**/api/password/reset', answer(500, broken))
  await submit.click()
  await expect(snackbar.getByText('A thread has broken.')).toBeVisible()
  await expect(form.getByText('A thread has broken.')).toBeVisible()
  await page.unroute('**/api/password/reset')
  await context.setOffline(true)
  await submit.click()
  await expect(snackbar.getByText(noResponse)).toBeVisible()
  await context.setOffline(false)
  const fields = { cipher: 'Too common.' }
  await page.route(
    '**/api/password/reset',
    answer(400, { error: ['Too common.'], message: '', code: 'INVALID', fields }),
  )
  await submit.click()
  await expect(password).toHaveAccessibleDescription('Too common.')
  await expect(form.getByText('Too common.')).toHaveCount(1)
  await expect(password).toBeFocused()
  await expect(password).toHaveValue(newPassword)
  await expect(confirmation).toHaveValue(newPassword)
  await page.unroute('**/api/password/reset')
  const sent = page.waitForRequest('**/api/password/reset')
  await submit.click()
  expect((await sent).postDataJSON()).toMatchObject({
    resetCode: 'secret-code',
    confirmCipher: newPassword,
  })
  await expect(snackbar).toContainText('This link is no longer valid.')
  await expectAccessibleState(page)
  expect(seen.filter((line) => line.includes('secret-code'))).toHaveLength(1)
  await page.reload()
  await expect(page.getByText('This link is incomplete.')).toBeVisible()
  await expectAccessibleState(page)
  await expect(page.getByRole('button', { name: 'Send a new mail' })).toBeVisible()
})
