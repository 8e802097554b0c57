import type { Page } from '@playwright/test'
import { expectAccessibleScreen, expectAccessibleState, expectInsideViewport } from '../support/accessible.ts'
import { expect, type Server } from '../support/fixtures.ts'
import { order, pay, shopOf } from '../support/in-market.ts'
import { closeSnackbars, dialog, expectSnackbar, untilSettled } from '../support/in-settings.ts'
import { type Member, send } from '../support/members.ts'
import { enter, navigateInApp, pressTo, test } from '../support/visit.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Received orders' }).getByRole('listitem')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const chip = (page: Page) =>
  heading(page)
    .locator('..')
    .getByText(/^[A-Z]+$/)

/** The number of the line of that name, as its seller knows it. */
async function lineOf(seller: Member, name: string): Promise<number> {
  type Sold = { content: { orderId: number; name: string }[] }
  const { content } = await send<Sold>(seller, 'get', '/cart/seller/orders')
  const line = content.find((one) => one.name === name)
  expect(line).toBeDefined()
  return line?.orderId ?? 0
}

/** Somebody has ordered two drums, and has not paid for them yet. */
async function soldDrums(server: Server) {
  const shop = await shopOf(server)
  const made = await order(shop.buyer, await shop.sell({ name: 'Drum', price: 1250.25, stock: 2 }), 2)
  return { ...shop, made, line: await lineOf(shop.seller, 'Drum') }
}

test('a seller ships with a note by keyboard, saves a slip and reads the figures', async ({
  page,
  context,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { seller, buyer, sell, made, line } = await soldDrums(server)
  await pay(server, buyer, made)
  const longName = `Coral crown ${'of the very first oba '.repeat(3).trim()}`
  await order(buyer, await sell({ name: longName, price: 1_000_000.01, stock: 3 }), 3)
  await enter(page, seller.token, '/received-orders')
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText('₦3,000,000.03')
  await expectAccessibleScreen(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'Drum' }).press('Enter')
  await expect(page).toHaveURL(`/received-order/${line}`)
  await expect(part(page, 'Order Item').locator('img')).toBeVisible()
  await button(page, 'Copy shipping address').click()
  await expectSnackbar(page, 'Address copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe('12 Bode Thomas Street\nSurulere, Lagos')
  await closeSnackbars(page)
  await expectAccessibleScreen(page)
  // The screen is as narrow as a phone from here on.
  await button(page, 'Mark as shipped').press('Enter')
  const ship = dialog(page, 'Mark as shipped')
  const note = ship.getByLabel('Note for the buyer')
  const carrier = ship.getByLabel('Carrier')
  await expect(carrier).toBeFocused()
  await page.keyboard.type('GIG Logistics')
  await note.fill('Rider Musa, 0803 000 0000')
  await pressTo(button(page, 'Mark as shipped'), 'Escape')
  await untilSettled(page)
  await button(page, 'Mark as shipped').press('Enter')
  await expect(carrier).toHaveValue('GIG Logistics')
  await expect(note).toHaveValue('Rider Musa, 0803 000 0000')
  await expectAccessibleState(page)
  await expectInsideViewport(page)
  await ship.getByRole('button', { name: 'Mark as shipped' }).press('Enter')
  await expectSnackbar(page, 'Marked as shipped.')
  await expect(chip(page)).toHaveText('SHIPPED')
  await expect(heading(page)).toBeFocused()
  await expect(part(page, 'Summary')).toContainText('Shipping note: Rider Musa, 0803 000 0000')
  await expect(part(page, 'Parcel')).toContainText('GIG Logistics')

  const slip = page.waitForEvent('download')
  await button(page, 'Packing slip').click()
  expect((await slip).suggestedFilename()).toBe(`rootsquare-packing-slip-${line}.pdf`)
  await page.getByRole('link', { name: 'Back to Received Orders' }).click()
  await expect(rows(page).filter({ hasText: 'Drum' })).toContainText('SHIPPED')
  await rows(page)
    .first()
    .click({ position: { x: 20, y: 20 } })
  await expect(heading(page)).toBeVisible()
  await expect(page).toHaveURL(/\/received-order\/\d+$/)
  await test.step('their own figures are bars and a table, folded on a phone', () => readSales(page, buyer))
})

async function readSales(page: Page, buyer: Member): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await navigateInApp(page, '/profile/items')
  const figures = part(page, 'Your sales')
  await expect(figures.getByRole('figure')).toHaveCount(3)
  await expect(figures).toContainText('₦2,500.50 ▲ Up 100.00%')
  const units = figures.getByRole('figure', { name: 'Units sold' })
  const bars = units.getByRole('slider', { name: 'Units sold, bar by bar' })
  await expect(bars).toHaveAttribute('aria-valuetext', /^\d+ \w+ \d{4}: 2$/)
  await bars.press('ArrowLeft')
  await expect(bars).toHaveAttribute('aria-valuetext', /: 0$/)
  await expect(units.locator('strong')).toHaveText('0')
  await page.keyboard.press('End')
  await expect(units.locator('strong')).toHaveText('2')
  await units.locator('svg').hover({ position: { x: 10, y: 40 } })
  await expect(units.locator('strong')).toHaveText('0')
  await units.getByRole('button', { name: 'Show as table' }).click()
  await expect(units.getByRole('table').getByRole('row').last()).toHaveText(/2$/)
  await expectAccessibleState(page)
  await page.setViewportSize({ width: 320, height: 800 })
  await expect(figures.getByRole('figure')).toHaveCount(0)
  await expect(figures).toContainText('Units sold2')
  await button(page, 'Show figures').click()
  await expect(figures.getByRole('figure')).toHaveCount(3)
  await expectInsideViewport(page)
  await navigateInApp(page, `/u/${buyer.username}?tab=items`)
  await expect(page.getByRole('heading', { level: 1, name: buyer.name })).toBeVisible()
  await expect(figures).toHaveCount(0)
}
