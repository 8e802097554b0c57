import type { Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { signUpMember } from '../support/members.ts'
import { as } from '../support/on-posts.ts'
import { enter, expectAccessibleScreen, navigateInApp, test } from '../support/visit.ts'

const rows = (page: Page) => page.getByRole('table', { name: 'Audit log' }).locator('tbody tr')
const filters = (page: Page) => page.getByRole('group', { name: 'Filters' })

test('a super admin filters the audit by keyboard, and finds an order', async ({ page, server }) => {
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
  await expect(rows(page)).toHaveText([
    /@tunde\.adeleye.*Lifted a suspension.*It was a brother.*\d{4}, \d\d:\d\d/,
    /@ene\.ochigbo.*Suspended a member.*Rude to everyone/,
  ])
  await rows(page).first().getByRole('button', { name: 'Only @tunde.adeleye' }).press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeFocused()
  await page.goBack()
  await expect(rows(page)).toHaveCount(2)
  await page.goForward()
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove filter: Who:' }).press('Enter')
  await expect(rows(page)).toHaveCount(2)
  await expect(filters(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('What')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Remove filter: Whom:' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin-audit')
  await expect(filters(page)).toBeFocused()
  await expect(rows(page).nth(1)).toBeVisible()
  await expectAccessibleScreen(page)
  await test.step('an order is found by what the buyer reads out, and opened', () => findOrder(page))
})

async function findOrder(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await navigateInApp(page, '/admin-orders')
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
}
