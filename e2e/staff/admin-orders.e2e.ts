import { expect } from '../support/fixtures.ts'
import { as } from '../support/on-posts.ts'
import { enter, expectAccessibleScreen, test } from '../support/visit.ts'

test('an admin finds an order by what the buyer reads out, and opens it', async ({ page, server }) => {
  const admin = await as(server, 'ene.ochigbo')
  await enter(page, admin.token, '/admin-orders')
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
