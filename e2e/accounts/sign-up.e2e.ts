import type { Locator, Page } from '@playwright/test'
import { expectAccessibleScreen, expectAccessibleState } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { linkInMail, newAccount, onSignUp } from '../support/entry.ts'
import { onSignIn, pressKeys, pressTo, test, untilFontsLoaded } from '../support/visit.ts'

/** Keeps the button of the mouse down until `meanwhile` has come true. */
async function press(page: Page, target: Locator, meanwhile: () => Promise<void>): Promise<void> {
  await untilFontsLoaded(page)
  await target.hover()
  await page.mouse.down()
  await meanwhile()
  await page.mouse.up()
}

// Missing input, rejections, failures and the draft are tested in entry.test.tsx.
test('a visitor signs up by keyboard alone, verifies the address and signs in', async ({ page, server }) => {
  const member = newAccount()
  await page.goto('/signup')
  await test.step('a press that leaves a wrong field still lands on its link', () => pressLinks(page))
  const { firstName, group, options, consent, submit, email } = onSignUp(page)
  await email.clear()
  await firstName.focus()
  for (const text of ['Ṣadé', 'Obi', member.username, member.email, member.password]) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused()
  await pressTo(group, 'Tab')
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.type('ndig')
  await expect(options).toHaveCount(1)
  await expect(options.first()).toHaveText(/Igbo also: Ndigbo/)
  await expect(page.locator('[role=option][data-active]')).toHaveText(/Igbo/)
  await page.keyboard.press('Enter')
  await expect(group).toHaveValue('Igbo')
  await expect(options).toHaveCount(0)
  await pressTo(consent, 'Tab')
  await pressTo(submit, 'Space', 'Tab')
  await pressKeys(page, 'Shift+Tab', 'Shift+Tab', 'Enter')
  await page.waitForURL('/mail-sent')
  await expect(page.getByText(`We sent a mail to ${member.email}.`)).toBeVisible()

  const link = await linkInMail(server, member.email)
  expect(link.startsWith(`${server.url}/mail-validate?vCode=`)).toBe(true)
  await page.goto(link)
  await expect(page.getByText('Email verification successful')).toBeVisible()
  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
  await onSignIn(page).fill(member.username, member.password)
  await page.waitForURL('/welcome')
  await expectAccessibleScreen(page, 'a picture for the newcomer')
  await passWelcome(page)
  await page.waitForURL('/user')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ndewo, Ṣadé')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a visitor on a phone corrects the address, and names a people that is not listed', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const member = newAccount()
  const wrong = { ...member, email: `wrong_${member.email}` }
  await page.goto('/signup')
  const { firstName, group, options, consent, submit } = onSignUp(page)
  const sheet = page.getByRole('dialog', { name: 'Ethnic group' })
  const search = sheet.getByRole('combobox')
  await group.click()
  for (const [typed, found] of [
    ['Ibo', 'Igbo also: Ibo'],
    ['yorubba', 'Yoruba'],
  ] as const) {
    await search.fill(typed)
    await expect(options.first()).toHaveText(found)
  }
  await expectAccessibleState(page)
  await search.fill('Igara')
  await sheet.getByRole('button', { name: 'My people are not listed' }).click()
  await expect(sheet).toHaveCount(0)
  const people = page.getByLabel('Your people')
  await expect(people).toBeFocused()
  await expect(people).toHaveValue('Igara')
  await firstName.fill('Ṣadé')
  await page.getByLabel('Last name').fill('Obi')
  await page.getByLabel('Username').fill(wrong.username)
  await page.getByLabel('Email').fill(wrong.email)
  await page.getByLabel('Password', { exact: true }).fill(wrong.password)
  await consent.check()
  await expectAccessibleScreen(page, 'sign-up with a people that is not listed')
  await submit.click()
  await expect(page.getByText(`We sent a mail to ${wrong.email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Use another address' }).click()
  await page.getByLabel('Email').fill(member.email)
  await expectAccessibleScreen(page, 'another address for the mail')
  await page.getByRole('button', { name: 'Send the mail' }).click()
  await expect(page.getByText(`We sent a mail to ${member.email}.`)).toBeVisible()
  await page.reload()
  await expect(page.getByText(`We sent a mail to ${member.email}.`)).toBeVisible()
  await page.goto(await linkInMail(server, member.email))
  await page.getByRole('link', { name: 'Sign In' }).click()
  await onSignIn(page).fill(member.username, member.password)
  await page.waitForURL('/welcome')
})

/** Follows the first person and joins the first group that are suggested. */
async function passWelcome(page: Page): Promise<void> {
  const next = page.getByRole('button', { name: 'Next' })
  await next.click()
  const people = page.getByRole('list', { name: 'Suggested people' })
  await expectAccessibleScreen(page, 'people for the newcomer', () => expect(people).toBeVisible())
  await people
    .getByRole('button', { name: /^Follow/ })
    .first()
    .click()
  await expect(people.getByRole('button', { name: /^Unfollow/ })).toHaveCount(1)
  await next.click()
  const groups = page.getByRole('list', { name: 'Suggested groups' })
  await expectAccessibleScreen(page, 'groups for the newcomer', () => expect(groups).toBeVisible())
  await groups
    .getByRole('button', { name: /^Join / })
    .first()
    .click()
  await expect(groups.getByRole('button', { name: /^Leave / })).toHaveCount(1)
  await page.getByRole('button', { name: 'Done' }).click()
}

/** From sign-up to sign-in and back, while what they say about their fields moves the links. */
async function pressLinks(page: Page): Promise<void> {
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
  await page.setViewportSize({ width: 1280, height: 720 })
}
