import type { Page } from '@playwright/test'
import { hold } from '../support/entry.ts'
import { expect } from '../support/fixtures.ts'
import { shopOf } from '../support/in-market.ts'
import { dialog, expectSnackbar, holdBack, snackbars, untilSettled } from '../support/in-settings.ts'
import { apiOf } from '../support/members.ts'
import type { Member } from '../support/members.ts'
import { test } from '../support/own-origin.ts'
import { answer, enter, expectAccessibleScreen, logIn } from '../support/visit.ts'
import { goWithin } from '../support/within-app.ts'

type Server = Parameters<typeof shopOf>[0]
type Shop = Awaited<ReturnType<typeof shopOf>>
type Ware = { name: string; price: number; count?: number }

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

const steps = (page: Page) => page.getByRole('list', { name: 'Status timeline' }).getByRole('listitem')

async function sent<T>(
  { api }: Pick<Member, 'api'>,
  method: 'get' | 'post' | 'patch',
  path: string,
  data?: object,
): Promise<T> {
  const reply = await api[method](`/api${path}`, data && { data })
  expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
  const told: { data: T } = await reply.json()
  return told.data
}

type Ordered = { orderId: number; transactionRef: string }

/** Through cart and checkout, as every order comes to be. */
async function order({ buyer, sell, putIn }: Shop, wares: Ware[]): Promise<Ordered> {
  for (const { name, price, count = 1 } of wares)
    await putIn(await sell({ name, price, stock: count }), count)
  const street = { streetNumber: '12', addressLine1: 'Bode Thomas Street', addressLine2: 'Behind the bakery' }
  return sent<Ordered>(buyer, 'post', '/cart/checkout', {
    phoneNumber: '08031234567',
    useBillingAddressForShipping: true,
    billingAddress: { ...street, cityCode: 'NG-LA', lgaCode: 'NG-LA-SURULERE', postalCode: '101241' },
  })
}

const openOrder = (page: Page, { transactionRef }: Ordered) => page.goto(`/my-order/${transactionRef}`)

/** On the sandbox's page, in another window. */
async function payElsewhere(server: Server, { api }: Member, { transactionRef }: Ordered): Promise<void> {
  const asked = { transactionRef, callbackUrl: `${server.url}/my-order/${transactionRef}` }
  const { authorizationUrl } = await sent<{ authorizationUrl: string }>(
    { api },
    'post',
    '/payment/initiate',
    asked,
  )
  const paid = await api.post(authorizationUrl, { form: { action: 'pay' }, maxRedirects: 0 })
  expect(paid.status()).toBe(303)
}

/** All that the seller has to do, each line with its own words. */
async function moveLines({ seller }: Shop, moves: Record<string, object>): Promise<void> {
  const { content } = await sent<{ content: { orderId: number; name: string }[] }>(
    seller,
    'get',
    '/cart/seller/orders',
  )
  for (const line of content) {
    const move = moves[line.name]
    if (move) await sent(seller, 'patch', `/cart/seller/order/${line.orderId}`, move)
  }
}

/** As a browser says it when the window is come back to. */
const comeBack = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('focus')))

const crownBeadAndGong = [
  { name: 'Coral crown', price: 1_000_000.01, count: 2 },
  { name: 'Bead', price: 50 },
  { name: 'Gong', price: 100 },
]

test('all orders stand in two tabs with counts, and a card leads to its order', async ({ page, server }) => {
  const shop = await shopOf(server)
  const { buyer } = shop
  await enter(page, buyer.token)
  const refuse = answer(400, { error: ['Not now'], message: '', code: 'BAD' })
  await page.route('**/api/cart/orders?*', refuse)
  await page.goto('/my-orders')
  await expectSnackbar(page, 'Failed to fetch orders')
  await page.unroute('**/api/cart/orders?*')
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('You have not ordered anything yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'See what is for sale' })).toHaveAttribute(
    'href',
    '/marketplace',
  )
  const { transactionRef } = await order(shop, crownBeadAndGong)
  const { orderId } = await order(shop, [{ name: 'Drum', price: 500 }])
  await sent(buyer, 'patch', `/cart/cancel/order/${orderId}`)
  await page.reload()
  await expect(page).toHaveTitle('My Orders · Rootsquare')
  await expect(tab(page, 'Completed/Pending')).toHaveText(/1 order$/)
  await expect(tab(page, 'Canceled/Failed')).toHaveText(/1 order$/)
  await expect(card(page, 'Coral crown and 2 more')).toContainText('Quantity 4')
  await expect(card(page, 'Coral crown')).toContainText('PENDING')
  await expect(card(page, 'Coral crown')).toContainText('₦2,000,150.02')
  await expect(card(page, 'Coral crown').locator('img')).toBeVisible()
  await expectAccessibleScreen(page)
  await tab(page, 'Canceled/Failed').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/my-orders?tab=canceled')
  await expect(card(page, 'Drum')).toContainText('CANCELED')
  await page.getByRole('link', { name: 'Drum' }).focus()
  await page.keyboard.press('Enter')
  await expect(chip(page)).toHaveText('CANCELED')
  await page.goBack()
  await expect(page).toHaveURL('/my-orders?tab=canceled')
  await tab(page, 'Completed/Pending').click()
  await card(page, 'Coral crown').click({ position: { x: 20, y: 20 } })
  await expect(page).toHaveURL(`/my-order/${transactionRef}`)
  await page.getByRole('link', { name: 'Back to My Orders' }).click()
  await page.getByRole('link', { name: 'Back to home' }).click()
  await expect(page).toHaveURL('/user')
})

test('an order says all that was agreed on', async ({ page, server, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const shop = await shopOf(server)
  const made = await order(shop, crownBeadAndGong)
  const { transactionRef } = made
  await enter(page, shop.buyer.token)
  await openOrder(page, made)
  await expect(chip(page)).toHaveText('PENDING')
  await expect(
    page.getByText(/^Nothing is paid yet\. Pay before .*\d:\d\d.*, or cancel the order\.$/),
  ).toBeVisible()
  await expect(steps(page)).toHaveText([/^Ordered/, /^Paid, still/, /^Shipped, still/, /^Completed, still/])
  const summary = page.getByRole('region', { name: 'Summary' })
  for (const text of [transactionRef, '₦2,000,150.02', '08031234567'])
    await expect(summary).toContainText(text)
  for (const name of ['Shipping address', 'Billing address'])
    for (const text of ['12', 'Bode Thomas Street', 'Behind the bakery', 'Lagos', 'Surulere', '101241'])
      await expect(summary.getByRole('region', { name })).toContainText(text)
  await button(page, 'Copy reference').click()
  await expectSnackbar(page, 'Reference copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(transactionRef)
  const items = page.getByRole('region', { name: `Items from ${shop.seller.username}` })
  await expect(items).toContainText('Quantity 2 · ₦1,000,000.01 each')
  await expect(items).toContainText('Together ₦2,000,000.02')
  await expect(items.getByRole('link', { name: 'Message Seller' })).toHaveAttribute(
    'href',
    `/messages/${shop.seller.id}`,
  )
  await expectAccessibleScreen(page)
})

test('an order is canceled by keyboard, and what was ordered is for sale again', async ({ page, server }) => {
  const shop = await shopOf(server)
  const made = await order(shop, [{ name: 'Coral crown', price: 500, count: 2 }])
  await enter(page, shop.buyer.token)
  await openOrder(page, made)
  const items = page.getByRole('region', { name: `Items from ${shop.seller.username}` })
  const item = dialog(page, 'Coral crown')
  await items.getByRole('link', { name: 'Coral crown' }).click()
  await expect(item).toContainText('Out Of Stock')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/marketplace')
  await page.goBack()
  const cancel = button(page, 'Cancel Order')
  await button(page, 'Pay Now').focus()
  await page.keyboard.press('Tab')
  await expect(cancel).toBeFocused()
  await page.keyboard.press('Enter')
  const asked = dialog(page, 'Cancel this order?')
  await expect(asked.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(cancel).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(asked.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectSnackbar(page, 'Your order has been canceled.')
  await expect(chip(page)).toHaveText('CANCELED')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(steps(page)).toHaveText([/^Ordered/, /^Canceled/])
  await expect(page.getByText('Nothing was charged.')).toBeVisible()
  for (const name of ['Pay Now', 'Cancel Order']) await expect(button(page, name)).toBeDisabled()
  await items.getByRole('link', { name: 'Coral crown' }).click()
  await expect(item).toContainText('2 in stock')
})

test('an order is paid once, shipped, received and completed', async ({ page, server }) => {
  const shop = await shopOf(server)
  const made = await order(shop, [{ name: 'Drum', price: 500 }])
  await enter(page, shop.buyer.token)
  await openOrder(page, made)
  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/payment/initiate')) calls += 1
  })
  await button(page, 'Pay Now').dblclick()
  await page.getByRole('button', { name: 'Pay ₦500.00' }).click()
  await page.waitForURL(`/my-order/${made.transactionRef}`)
  await expect(chip(page)).toHaveText('PROCESSING')
  await expectSnackbar(page, 'Thank you. Your payment has arrived.')
  expect(calls).toBe(1)
  await expect(page.getByText(/^The seller has until \d+ .* to send it; after that/)).toBeVisible()
  for (const name of ['Pay Now', 'Cancel Order']) await expect(button(page, name)).toBeDisabled()
  await moveLines(shop, { Drum: { state: 'SHIPPED', note: 'Rider Musa, 0803 000 0000' } })
  await comeBack(page)
  await expect(chip(page)).toHaveText('SHIPPED')
  await expect(page.getByText('Shipping note: Rider Musa, 0803 000 0000')).toBeVisible()
  await expect(page.getByText(/^Counts as received on \d+ .* unless you confirm before\.$/)).toBeVisible()
  await button(page, 'I have received it').click()
  await button(page, 'Yes, I have it').click()
  await expectSnackbar(page, 'Thank you. Your order is completed.')
  await expect(chip(page)).toHaveText('COMPLETED')
  await expect(button(page, 'I have received it')).toHaveCount(0)
})

test('what goes wrong with an order is said, and why where the server knows', async ({ page, server }) => {
  const shop = await shopOf(server)
  const other = await order(shop, [{ name: 'Gong', price: 500 }])
  const refuse = answer(400, { error: ['Not now'], message: '', code: 'BAD' })
  await enter(page, shop.buyer.token)
  await page.route('**/api/cart/orders?*', answer(429, { error: [], message: 'Slow down', code: 'BUSY' }))
  await openOrder(page, other)
  await expectSnackbar(page, 'Failed to fetch order details')
  await page.unroute('**/api/cart/orders?*')
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
  await expect(chip(page)).toHaveText('PENDING')
  await page.route('**/api/payment/initiate', (route) => route.abort(), { times: 1 })
  await button(page, 'Pay Now').click()
  await expectSnackbar(page, 'Payment initiation failed')
  await page.route('**/api/cart/cancel/**', answer(500, { error: ['Oops'], message: '', code: 'INTERNAL' }), {
    times: 1,
  })
  await button(page, 'Cancel Order').click()
  const asked = dialog(page, 'Cancel this order?')
  const reloaded = page.waitForResponse('**/api/cart/orders?*')
  await asked.getByRole('button', { name: 'Cancel Order' }).click()
  await expectSnackbar(page, 'Failed to cancel order')
  await reloaded
  // Words marked in it, as far as beyond its edge.
  await asked.getByRole('heading').hover()
  await page.mouse.down()
  await page.mouse.move(5, 5)
  await page.mouse.up()
  await asked.getByRole('button', { name: 'Keep it' }).click()
  await payElsewhere(server, shop.buyer, other)
  await button(page, 'Pay Now').click()
  await expectSnackbar(page, 'This order has been paid already.')
  await expect(chip(page)).toHaveText('PROCESSING')
  await page.route('**/api/cart/orders?*', refuse)
  await goWithin(page, '/my-order/RS-AAAAAAAAAAAAAAAAAAAA')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order not found')
})

test('whoever comes back to an order sees what has become of its payment', async ({ page, server }) => {
  const shop = await shopOf(server)
  const made = await order(shop, [{ name: 'Drum', price: 500 }])
  await enter(page, shop.buyer.token)
  await openOrder(page, made)
  await expect(chip(page)).toHaveText('PENDING')
  await payElsewhere(server, shop.buyer, made)
  await comeBack(page)
  await expect(chip(page)).toHaveText('PROCESSING')
})

test('back before the payment is known, it is asked about, and nobody need pay twice', async ({
  page,
  server,
}) => {
  const shop = await shopOf(server)
  const { transactionRef } = await order(shop, [{ name: 'Gong', price: 500 }])
  const { hold: wait, letGo } = holdBack()
  const refusal = { error: ['Not now'], message: '', code: 'BAD' }
  await page.route('**/api/payment/verify/*', answer(400, refusal))
  await page.route('**/api/payment/verify/*', wait)
  await enter(page, shop.buyer.token)
  await page.goto(`/my-order/${transactionRef}?trxref=${transactionRef}-1&reference=1`)
  const asking = page.getByText('We are asking about your payment… Please do not pay twice.')
  await expect(asking).toBeVisible()
  await expect(page).toHaveURL(`/my-order/${transactionRef}`)
  letGo()
  await expect(page.getByText(/^We have not heard of your payment yet\./)).toBeVisible()
  await expect(asking).toHaveCount(0)
  await page.route('**/api/cart/orders?*', async (route) => {
    const reply = await route.fetch()
    const told: { data: { content: object[] } } = await reply.json()
    const can = { pay: false, cancel: false, confirm: false }
    const content = told.data.content.map((one) => ({ ...one, held: true, payBefore: null, can }))
    await route.fulfill({ json: { ...told, data: { ...told.data, content } } })
  })
  await page.reload()
  await expect(page.getByText(/^Your payment is being looked at/)).toBeVisible()
  for (const name of ['Pay Now', 'Cancel Order']) await expect(button(page, name)).toBeDisabled()
})

test('what is declined, or can never be shipped, comes back as money', async ({ page, server }) => {
  const shop = await shopOf(server)
  const made = await order(shop, [
    { name: 'Drum', price: 500 },
    { name: 'Gong', price: 120.5 },
  ])
  await payElsewhere(server, shop.buyer, made)
  await sent(shop.buyer, 'post', `/payment/verify/${made.transactionRef}`)
  await moveLines(shop, { Gong: { state: 'CANCELED', reason: 'It has a crack' } })
  await enter(page, shop.buyer.token)
  await openOrder(page, made)
  await expect(card(page, 'Gong')).toContainText('CANCELED')
  await expect(card(page, 'Gong')).toContainText('Reason: It has a crack')
  await expect(page.getByText(/₦120\.50 (is on its way back|has been refunded) to you\./)).toBeVisible()
  await expect(button(page, 'Ask for a refund of Drum')).toHaveCount(0)
  const admin = await apiOf(server.url, await logIn(server.url, 'ene.ochigbo'))
  const params = { days: 3, reasonForSuspension: 'Sells cracked gongs', userId: shop.seller.id }
  expect((await admin.post('/api/user/admin/suspend-user', { params })).ok()).toBe(true)
  await comeBack(page)
  await button(page, 'Ask for a refund of Drum').click()
  const form = dialog(page, 'Refund of Drum')
  await form.getByRole('button', { name: 'Refund ₦500.00' }).click()
  await expect(form.getByText('Reason is required')).toBeVisible()
  await form.getByLabel('Reason').fill('Nobody answers')
  await page.keyboard.press('Escape')
  await untilSettled(page)
  await button(page, 'Ask for a refund of Drum').click()
  await expect(form.getByLabel('Reason')).toHaveValue('Nobody answers')
  const refusal = { error: ['This cannot be refunded now.'], message: '', code: 'WRONG_STATE' }
  await page.route('**/api/cart/order/*/refund', answer(409, refusal), { times: 1 })
  await form.getByRole('button', { name: 'Refund ₦500.00' }).click()
  await expectSnackbar(page, 'This cannot be refunded now.')
  await expect(form).toHaveCount(0)
  await button(page, 'Ask for a refund of Drum').click()
  const { release } = await hold(page, '**/api/cart/order/*/refund')
  await form.getByRole('button', { name: 'Refund ₦500.00' }).dblclick()
  release()
  await expectSnackbar(page, 'The refund is on its way.')
  await expect(snackbars(page).getByRole('button', { name: 'Close' })).toHaveCount(1)
  await expect(chip(page)).toHaveText('CANCELED')
  await expect(card(page, 'Drum')).toContainText('Reason: Nobody answers')
  await expect(page.getByText(/₦620\.50 (is on its way back|has been refunded) to you\./)).toBeVisible()
})
