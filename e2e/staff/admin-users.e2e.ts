import type { Page } from '@playwright/test'
import { newAccount } from '../support/entry.ts'
import { expect } from '../support/fixtures.ts'
import { closeSnackbars, dialog, expectSnackbar, untilSettled } from '../support/in-settings.ts'
import { action, as } from '../support/on-posts.ts'
import {
  delayResponses,
  enter,
  expectAccessibleAndInside,
  expectAccessibleScreen,
  navigateInApp,
  pressKeys,
  test,
} from '../support/visit.ts'

const rows = (page: Page) => page.getByRole('table', { name: 'Users' }).locator('tbody tr')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search users' })
const options = (page: Page, username: string) =>
  page.getByRole('button', { name: `Options for ${username}`, exact: true })
const createButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Create Admin' })

test('a super admin creates an admin, pages, searches and goes on by keyboard', async ({ page, server }) => {
  const { token } = await as(server, 'tunde.adeleye')
  const { release } = await delayResponses(page, '**/api/user/admin/app/users?*')
  await enter(page, token, '/admin-users')
  await expect(page.getByText('Loading users')).toBeAttached()
  await expect(rows(page)).toHaveCount(10)
  const height = async () => (await rows(page).first().boundingBox())?.height
  await expect.poll(height, 'a sketched row').toBeGreaterThanOrEqual(56)
  release()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
  await expectAccessibleScreen(page)
  await createAdmin(page)
  await searchByKeyboard(page)
  await test.step('the figures of the system fit a phone', async () => {
    await navigateInApp(page, '/system-analytics')
    const suspensions = page.getByRole('region', { name: 'Suspensions', exact: true })
    await suspensions.getByRole('button', { name: /^Show as / }).click()
    await expect(suspensions.getByRole('table')).toBeVisible()
    await page.setViewportSize({ width: 320, height: 800 })
    await expectAccessibleAndInside(page)
  })
})

async function createAdmin(page: Page): Promise<void> {
  const { username, email, password } = newAccount()
  const cards = page.getByRole('list', { name: 'Users' }).getByRole('listitem')
  await expect(cards).toHaveCount(10)
  const names = ['Full name', 'Email', 'Username', 'Role', 'Status', 'Joined']
  await expect(cards.first().getByRole('term')).toHaveText(names)
  const form = dialog(page, 'New Admin')
  await createButton(page).click()
  await form.waitFor()
  await expectAccessibleAndInside(page, 'New Admin')

  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(async () => (await form.boundingBox())?.width).toBe(600)
  await expect(form.getByLabel('First name')).toBeFocused()
  await form.getByLabel('First name').fill('Ṣadé')
  await form.getByLabel('Last name').fill('Ọláyínká')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Show password' }).click()
  await expect(form.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  await form.getByLabel('Username').fill('adaeze.n')
  await form.getByRole('button', { name: 'Create Admin' }).click()
  await expect(form.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByLabel('Username')).toBeFocused()
  await form.getByLabel('Username').fill(username)
  await form.getByRole('button', { name: 'Create Admin' }).click()
  await expectSnackbar(page, 'Admin was created successfully')
  await expect(form).toHaveCount(0)
  await expect(createButton(page)).toBeFocused()
  await expect(rows(page).first()).toContainText(`${username}AdminActive`)
  await expect(rows(page).first().getByRole('rowheader')).toHaveText('Ọláyínká Ṣadé')
  const reply = await page.request.post('/api/login', { data: { username, userSecret: password } })
  expect(await reply.json()).toMatchObject({ data: { roles: ['ADMIN'] } })
  await untilSettled(page)
  await closeSnackbars(page)
}

async function searchByKeyboard(page: Page): Promise<void> {
  const range = page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
  const next = page.getByRole('button', { name: 'Next' })
  await next.click()
  await expect(page).toHaveURL('/admin-users?page=1')
  await expect(range).toHaveText(/^11–20 of \d+$/)
  await expect(next).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await page.getByLabel('Rows per page').selectOption('5')
  await expect(rows(page)).toHaveCount(5)
  await page.goBack()
  await expect(page).toHaveURL('/admin-users?page=1')
  await expect(rows(page)).toHaveCount(10)

  await search(page).focus()
  await page.keyboard.type('@adaeze.n')
  await expect(page).toHaveURL('/admin-users?search=%40adaeze.n')
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Clear search' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(options(page, 'adaeze.n')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(action(page, 'View User Analytics')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(options(page, 'adaeze.n')).toBeFocused()
  await untilSettled(page)
  await page.keyboard.press('Enter')
  await expect(action(page, 'View User Analytics')).toBeFocused()
  await pressKeys(page, 'ArrowDown', 'Enter')
  await expect(page).toHaveURL('/u/adaeze.n')
  await page.goBack()
  await expect(page).toHaveURL('/admin-users?search=%40adaeze.n')
  await expect(rows(page)).toHaveCount(1)
  await options(page, 'adaeze.n').click()
  await action(page, 'View User Analytics').click()
  await expect(page.getByRole('heading', { level: 1, name: "adaeze.n's Analytics" })).toBeVisible()
}
