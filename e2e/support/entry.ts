import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

type Mail = { to: string; subject: string; text: string }
type Outbox = { mails: () => Promise<Mail[]> }

let count = 0

/** Nobody has this name yet, in whichever worker. */
export function newAccount() {
  count += 1
  const username = `new_${process.pid}_${Date.now() % 1_000_000}_${count}`
  return { username, email: `${username}@example.com`, password: 'Fresh#Start1' }
}

export function onSignUp(page: Page) {
  const firstName = page.getByLabel('First name')
  const lastName = page.getByLabel('Last name')
  const username = page.getByLabel('Username')
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  const group = page.getByRole('combobox', { name: 'Ethnic group', exact: true })
  const consent = page.getByRole('checkbox', { name: /I agree that Rootsquare keeps my ethnic group/ })
  return {
    firstName,
    lastName,
    username,
    email,
    password,
    group,
    consent,
    submit: page.getByRole('button', { name: 'Sign up' }),
    form: page.getByRole('region', { name: 'Sign up' }),
    snackbar: page.getByRole('region', { name: 'Notices' }),
    options: page.getByRole('option'),
    async fill(member: { username: string; email: string; password: string }) {
      await firstName.fill('Ṣadé')
      await lastName.fill('Ọláyínká')
      await username.fill(member.username)
      await email.fill(member.email)
      await password.fill(member.password)
      await group.fill('Yorùbá')
      await page.getByRole('option', { name: 'Yoruba' }).click()
      await expect(group).toHaveValue('Yoruba')
      await consent.check()
    },
  }
}

async function mailsTo(server: Outbox, address: string): Promise<Mail[]> {
  return (await server.mails()).filter((mail) => mail.to === address)
}

/** The link in the newest mail to an address, once at least `atLeast` have come. */
export async function linkInMail(server: Outbox, address: string, atLeast = 1): Promise<string> {
  const arrived = async () => (await mailsTo(server, address)).length
  await expect.poll(arrived, { intervals: [20, 40, 80] }).toBeGreaterThanOrEqual(atLeast)
  const newest = (await mailsTo(server, address)).at(-1)
  return /https?:\S+/.exec(newest?.text ?? '')?.[0] ?? ''
}
