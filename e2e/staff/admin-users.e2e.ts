import type { Page } from '@playwright/test'
import { expectAccessibleAndInside, expectAccessibleScreen } from '../support/accessible.ts'
import { newAccount } from '../support/entry.ts'
import { expect } from '../support/fixtures.ts'
import { closeSnackbars, dialog, expectSnackbar, untilSettled } from '../support/in-settings.ts'
import { signUpMember } from '../support/members.ts'
import { action, as } from '../support/on-posts.ts'
import { delayResponses, enter, navigateInApp, pressKeys, pressTo, test } from '../support/visit.ts'

const rows = (page: Page, table = 'Users') => page.getByRole('table', { name: table }).locator('tbody tr')
const filters = (page: Page) => page.getByRole('group', { name: 'Filters' })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search users' })
const options = (page: Page, username: string) =>
  page.getByRole('button', { name: `Options for ${username}`, exact: true })
const createButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Create Admin' })

test('a super admin creates an admin, and finds a member by keyboard', async ({ page, server }) => {
  const { token } = await as(server, 'tunde.adeleye')
  const { release } = await delayResponses(page, '**/api/user/admin/app/users?*')
  await enter(page, token, '/admin-users')
  await expect(page.getByText('Loading users')).toBeAttached()
  await expect(rows(page)).toHaveCount(10)
  const height = async () => (await rows(page).first().boundingBox())?.height
  await expect.poll(height, 'a sketched row').toBeGreaterThanOrEqual(56)
  await release()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
  await expectAccessibleScreen(page)
  await createAdmin(page)
  await searchByKeyboard(page)
})

test('the figures of the system and the trial balance fit a phone', async ({ page, server }) => {
  const { token } = await as(server, 'tunde.adeleye')
  await enter(page, token, '/system-analytics')
  const suspensions = page.getByRole('region', { name: 'Suspensions', exact: true })
  await suspensions.getByRole('button', { name: /^Show as / }).click()
  await expect(suspensions.getByRole('table')).toBeVisible()
  await page.setViewportSize({ width: 320, height: 800 })
  await expectAccessibleAndInside(page)

  await navigateInApp(page, '/admin-payouts')
  const amounts = page.getByRole('region', { name: 'Trial balance' }).getByRole('cell')
  await expect(amounts.first()).toBeVisible()
  await expectAccessibleScreen(page)
  const lines = (cells: Element[]) =>
    cells.map((cell) => {
      const text = document.createRange()
      text.selectNodeContents(cell)
      return text.getClientRects().length
    })
  expect(new Set(await amounts.evaluateAll(lines))).toEqual(new Set([1]))
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
  await pressTo(page.getByRole('button', { name: 'Clear search' }), 'Tab')
  await pressTo(options(page, 'adaeze.n'), 'Tab')
  await pressTo(action(page, 'View User Analytics'), 'Enter')
  await pressTo(options(page, 'adaeze.n'), 'Escape')
  await untilSettled(page)
  await pressTo(action(page, 'View User Analytics'), 'Enter')
  await pressKeys(page, 'ArrowDown', 'Enter')
  await expect(page).toHaveURL('/u/adaeze.n')
  await page.goBack()
  await expect(page).toHaveURL('/admin-users?search=%40adaeze.n')
  await expect(rows(page)).toHaveCount(1)
  await options(page, 'adaeze.n').click()
  await action(page, 'View User Analytics').click()
  await expect(page.getByRole('heading', { level: 1, name: "adaeze.n's Analytics" })).toBeVisible()
}

test('the audit log is filtered by keyboard', async ({ page, server }) => {
  const [member, ene, tunde] = await Promise.all([
    signUpMember(server),
    as(server, 'ene.ochigbo'),
    as(server, 'tunde.adeleye'),
  ])
  const { id: userId } = member
  const suspension = { userId, days: 1, reasonForSuspension: 'Rude to everyone' }
  const lifting = { userId, reasonForUnSuspending: 'It was a brother' }
  const replies = [
    await ene.api.post('/api/user/admin/suspend-user', { params: suspension }),
    await tunde.api.post('/api/user/admin/unsuspend-user', { params: lifting }),
  ]
  expect(replies.map((reply) => reply.status())).toEqual([200, 200])
  await enter(page, tunde.token, `/admin-audit?member=${member.id}`)
  await expect(rows(page, 'Audit log')).toHaveText([
    /@tunde\.adeleye.*Lifted a suspension.*It was a brother.*\d{4}, \d\d:\d\d/,
    /@ene\.ochigbo.*Suspended a member.*Rude to everyone/,
  ])
  await rows(page, 'Audit log').first().getByRole('button', { name: 'Only @tunde.adeleye' }).press('Enter')
  await expect(rows(page, 'Audit log')).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeFocused()
  await page.goBack()
  await expect(rows(page, 'Audit log')).toHaveCount(2)
  await page.goForward()
  await expect(rows(page, 'Audit log')).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove filter: Who:' }).press('Enter')
  await expect(rows(page, 'Audit log')).toHaveCount(2)
  await expect(filters(page)).toBeFocused()
  await pressTo(page.getByLabel('What'), 'Tab')
  await pressTo(page.getByRole('button', { name: 'Remove filter: Whom:' }), 'Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin-audit')
  await expect(filters(page)).toBeFocused()
  await expect(rows(page, 'Audit log').nth(1)).toBeVisible()
  await expectAccessibleScreen(page)
})

test('an order is found by what its buyer reads out, and opened', async ({ page, server }) => {
  const { token } = await as(server, 'tunde.adeleye')
  await enter(page, token, '/admin-orders')
  const main = page.getByRole('main')
  const reference = main.getByRole('link', { name: /^RS-/ })
  const wanted = (await reference.last().textContent()) ?? ''
  await expectAccessibleScreen(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(wanted.slice(3, 11).toLowerCase())
  await expect(reference).toHaveText([wanted])
  await expect(page).toHaveURL(/search=/)
  await main.getByRole('row').filter({ hasText: wanted }).click()
  await expect(main.getByRole('region', { name: 'Payments' })).toBeVisible()
  await expectAccessibleScreen(page)
  await page.getByRole('link', { name: 'Back to All Orders' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All Orders' })).toBeVisible()
})
