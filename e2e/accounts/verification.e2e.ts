import { request } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { hold, linkInMail, mailsTo, newcomer } from '../support/entry.ts'
import { test } from '../support/own-origin.ts'
import { answer } from '../support/visit.ts'

const hour = 3_600_000
const spent = 'This link is no longer valid. Please ask for a new one.'
const verified = 'Email verification successful'

type Server = { url: string; mails: () => Promise<{ to: string; subject: string; text: string }[]> }

/** One who has signed up elsewhere: this browser knows nothing of it. */
async function signedUp(server: Server) {
  const member = newcomer()
  const api = await request.newContext({ baseURL: server.url })
  const groups: { data: { content: { id: number }[] } } = await (await api.get('/api/groups')).json()
  const reply = await api.post('/api/create/user', {
    data: {
      firstName: 'New',
      lastName: 'Comer',
      username: member.username,
      emailAddress: member.email,
      cipherCode: member.password,
      groupId: groups.data.content[0]?.id,
      validationUrl: `${server.url}/mail-validate`,
    },
  })
  expect(reply.status()).toBe(200)
  await api.dispose()
  return { ...member, link: await linkInMail(server, member.email) }
}

const notices = (page: Page) => page.getByRole('region', { name: 'Notices' })

test('a server that is down can be asked again, and what is verified stays so', async ({ page, server }) => {
  const { link } = await signedUp(server)
  const path = '**/api/signup/email/verify'
  let calls = 0
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/signup/email/verify')) calls += 1
  })
  await page.route(path, answer(503, { error: ['Back in a moment.'], message: '', code: 'AWAY' }))
  await page.goto(link)
  await expect(page.getByText('Back in a moment.')).toBeVisible()
  expect(calls).toBe(1)
  await page.unroute(path)
  await page.route(path, (route) => route.abort())
  const retry = page.getByRole('button', { name: 'Retry' })
  await retry.click()
  const noResponse = 'No response from the server. Please check your network connection.'
  await expect(page.getByText(noResponse)).toBeVisible()
  await page.unroute(path)
  // On a slow line it says what it is waiting for.
  const line = await hold(page, path)
  await retry.click()
  await expect(page.getByText('Verifying your email…')).toBeVisible()
  await expectAccessibleState(page)
  line.release()
  await expect(page.getByText(verified)).toBeVisible()
  await expectAccessibleState(page)
  await page.reload()
  await expect(page.getByText(verified)).toBeVisible()
  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page.getByText(verified)).toBeVisible()
  expect(calls).toBe(3)
})

test('a link that is incomplete or a day old says so, and a new one can be had', async ({ page, server }) => {
  await page.goto('/mail-validate?vCode=')
  await expect(page.getByText('This link is incomplete.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send a new mail' })).toBeVisible()
  const { email, link } = await signedUp(server)
  server.clock.move(25 * hour)
  await page.goto(link)
  await expect(page.getByText(spent)).toBeVisible()
  server.clock.move(-25 * hour)
  const field = page.getByLabel('Email')
  const send = page.getByRole('button', { name: 'Send a new mail' })
  await send.click()
  await expect(field).toHaveAccessibleDescription('Required.')
  await field.fill('not an address')
  await send.click()
  await expect(field).toHaveAccessibleDescription('Email must be valid')
  await field.fill(email)
  await field.press('Enter')
  await expect(notices(page).getByText('Please check your email')).toBeVisible()
  await expect(page.getByText(`If ${email} still waits to be verified`)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send again in/ })).toBeDisabled()
  await page.goto(await linkInMail(server, email, 2))
  await expect(page.getByText(verified)).toBeVisible()
})

test('the screen after sign-up sends the mail again after a minute', async ({ page, server }) => {
  const { email } = await signedUp(server)
  await page.clock.install()
  await page.goto('/mail-sent')
  await expect(page.getByText('Which address did you sign up with?')).toBeVisible()
  await expectAccessibleState(page)
  await page.getByRole('button', { name: 'Send the mail again' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Required.')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Email').press('Enter')
  await expect(notices(page).getByText('Please check your email')).toBeVisible()
  await expect(page.getByText(`We sent a mail to ${email}.`)).toBeVisible()
  await linkInMail(server, email, 2)
  await page.reload()
  await expect(page.getByText(`We sent a mail to ${email}.`)).toBeVisible()
  const again = page.getByRole('button', { name: /^Send (again in|the mail again)/ })
  await expect(again).toHaveText(/^Send again in \d+ s$/)
  await expect(again).toBeDisabled()
  await page.clock.fastForward(61_000)
  await expect(again).toHaveText('Send the mail again')
  const path = '**/api/signup/email/resend'
  await page.route(path, answer(429, { error: ['Too many mails.'], message: '', code: 'TOO_MANY' }))
  await again.click()
  await expect(notices(page).getByText('Too many mails.')).toBeVisible()
  await expect(again).toBeEnabled()
  await page.unroute(path)
  await again.click()
  await expect(again).toBeDisabled()
  await expect.poll(async () => (await mailsTo(server, email)).length).toBe(3)
  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
})
