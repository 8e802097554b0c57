import type { Page } from '@playwright/test'
import { expect, type Server } from './fixtures.ts'

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
    username,
    email,
    password,
    group,
    consent,
    submit: page.getByRole('button', { name: 'Sign up' }),
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

/** The link in the newest mail to an address, once at least `atLeast` have come. */
export async function linkInMail(server: Server, address: string, atLeast = 1): Promise<string> {
  const arrived = async () => (await server.mails()).filter(({ to }) => to === address)
  const countOf = async () => (await arrived()).length
  await expect.poll(countOf, { intervals: [20, 40, 80] }).toBeGreaterThanOrEqual(atLeast)
  const newest = (await arrived()).at(-1)
  return /https?:\S+/.exec(newest?.text ?? '')?.[0] ?? ''
}
