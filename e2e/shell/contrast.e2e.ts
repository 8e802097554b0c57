import type { Locator } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { enter, logIn, test } from '../support/visit.ts'

const outlineOf = (control: Locator) => control.evaluate((element) => getComputedStyle(element).outline)
const fillOf = (shape: Locator) => shape.evaluate((element) => getComputedStyle(element).fill)

test('forced colours show the current page, the chosen tab and the legend of the map', async ({
  page,
  token,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await enter(page, token, '/group-list')
  const tabs = page.getByRole('navigation').getByRole('link', { name: /(Joined|All) Groups/ })
  const chosen = tabs.and(page.locator('[aria-current=page]'))
  const current = page.getByRole('banner').locator('[aria-current=page], [aria-current=true]').first()
  for (const control of [chosen, current]) await expect.poll(() => outlineOf(control)).toMatch(/solid 3px/)
  await expect.poll(() => outlineOf(tabs.and(page.locator(':not([aria-current])')))).toMatch(/none/)

  await page.goto('/group-map')
  const keys = page.getByRole('list', { name: 'Legend' }).locator('svg')
  await expect(keys).not.toHaveCount(0)
  const fills = await Promise.all((await keys.all()).map(fillOf))
  expect(new Set(fills).size, fills.join(' ')).toBe(fills.length)
})

test('more contrast makes lines and text stronger', async ({ page, server }) => {
  await page.emulateMedia({ contrast: 'more', colorScheme: 'light' })
  await enter(page, await logIn(server.url, 'hauwa.d'), '/settings')
  await expect(page.getByRole('heading', { name: 'Settings' })).toHaveCSS('color', 'rgb(31, 27, 102)')
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
})
