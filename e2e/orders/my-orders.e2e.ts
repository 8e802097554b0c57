import type { Page } from '@playwright/test'
import { expectAccessibleScreen } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { checkout, shopOf, type Placed } from '../support/in-market.ts'
import { send } from '../support/members.ts'
import { closeSnackbars, dialog, expectSnackbar } from '../support/in-settings.ts'
import { enter, navigateInApp, pressKeys, pressTo, test } from '../support/visit.ts'

type Shop = Awaited<ReturnType<typeof shopOf>>
type Item = { name: string; price: number; count?: number }

const chip = (page: Page) =>
  page
    .getByRole('heading', { level: 1 })
    .locator('..')
    .getByText(/^[A-Z]+$/)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const card = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'My Orders' }).getByRole('link', { name })

async function orderAll(shop: Shop, items: Item[]): Promise<Placed> {
  for (const { name, price, count = 1 } of items)
    await shop.addToCart(await shop.sell({ name, price, stock: count }), count)
  return checkout(shop.buyer)
}

test('one order is canceled by keyboard, another is paid and received', async ({ page, server, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const shop = await shopOf(server)
  const crown = await orderAll(shop, [
    { name: 'Coral crown', price: 1_000_000.01, count: 2 },
    { name: 'Bead', price: 50 },
  ])
  const drum = await orderAll(shop, [{ name: 'Drum', price: 500 }])
  await enter(page, shop.buyer.token, '/my-orders')
  await test.step('canceled by keyboard', () => cancelByKeys(page, crown))
  await navigateInApp(page, `/my-order/${drum.transactionRef}`)
  await test.step('paid once, shipped, received and completed', () => payAndReceive(page, shop, drum))
})

async function payAndReceive(page: Page, shop: Shop, { transactionRef }: Placed): Promise<void> {
  await expect(page.getByRole('link', { name: 'Drum' })).toBeVisible()
  await button(page, 'Copy reference').click()
  await expectSnackbar(page, 'Reference copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(transactionRef)
  await closeSnackbars(page)
  await expectAccessibleScreen(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/payment/initiate')) calls += 1
  })
  await button(page, 'Pay Now').dblclick()
  await page.getByRole('button', { name: 'Pay ₦500.00' }).click()
  await page.waitForURL(`/my-order/${transactionRef}`)
  await expectSnackbar(page, 'Thank you. Your payment has arrived.')
  await expect(chip(page)).toHaveText('PROCESSING')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you')
  const receipt = page.waitForEvent('download')
  await button(page, 'Receipt').click()
  expect((await receipt).suggestedFilename()).toBe(`rootsquare-receipt-${transactionRef}.pdf`)
  expect(calls).toBe(1)
  type Sold = { content: { orderId: number }[] }
  const { content } = await send<Sold>(shop.seller, 'get', '/cart/seller/orders')
  await send(shop.seller, 'patch', `/cart/seller/order/${content[0]?.orderId}`, { state: 'SHIPPED' })
  // Browsers send this event when their window is in front again.
  await page.evaluate(() => void window.dispatchEvent(new Event('focus')))
  await expect(chip(page)).toHaveText('SHIPPED')
  await button(page, 'I have received it').click()
  await button(page, 'Yes, I have it').click()
  await expectSnackbar(page, 'Thank you. Your order is completed.')
  await expect(chip(page)).toHaveText('COMPLETED')
}

async function cancelByKeys(page: Page, { transactionRef }: Placed): Promise<void> {
  await expect(page).toHaveTitle('My Orders · Rootsquare')
  await expect(card(page, 'Coral crown and 1 more').locator('img')).toBeVisible()
  await expectAccessibleScreen(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await card(page, 'Coral crown').click({ position: { x: 20, y: 20 } })
  await expect(page).toHaveURL(`/my-order/${transactionRef}`)

  const cancel = button(page, 'Cancel Order')
  await button(page, 'Pay Now').focus()
  await pressTo(cancel, 'Tab')
  await page.keyboard.press('Enter')
  const question = dialog(page, 'Cancel this order?')
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused()
  // A selection dragged beyond the edge of the dialog does not close it.
  await question.getByRole('heading').hover()
  await page.mouse.down()
  await page.mouse.move(5, 5)
  await page.mouse.up()
  await question.getByRole('button', { name: 'Keep it' }).press('Escape')
  await expect(cancel).toBeFocused()
  await pressTo(question.getByRole('button', { name: 'Keep it' }), 'Enter')
  await pressKeys(page, 'Tab', 'Enter')
  await expectSnackbar(page, 'Your order has been canceled.')
  await expect(chip(page)).toHaveText('CANCELED')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('link', { name: 'Coral crown' }).click()
  await expect(dialog(page, 'Coral crown')).toContainText('2 in stock')

  await navigateInApp(page, '/my-orders')
  await tab(page, 'Canceled/Failed').press('Enter')
  await expect(page).toHaveURL('/my-orders?tab=canceled')
  await page.getByRole('link', { name: 'Coral crown' }).press('Enter')
  await expect(chip(page)).toHaveText('CANCELED')
  await page.goBack()
  await expect(page).toHaveURL('/my-orders?tab=canceled')
  await tab(page, 'Completed/Pending').click()
  await expect(card(page, 'Drum')).toBeVisible()
}
