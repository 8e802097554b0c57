import type { Page } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { shopOf } from '../support/in-market.ts'
import { closeSnackbars, dialog, expectSnackbar, untilSettled } from '../support/in-settings.ts'
import { joinSquare } from '../support/members.ts'
import type { Member } from '../support/members.ts'
import { action } from '../support/on-posts.ts'
import { test } from '../support/own-origin.ts'
import { answer, enter, expectAccessibleScreen, pastTheEdge } from '../support/visit.ts'
import { goWithin } from '../support/within-app.ts'

type Server = Parameters<typeof shopOf>[0]
type Ordered = { orderId: number; transactionRef: string }

const listCall = '**/api/cart/seller/orders?*'
const moveCall = '**/api/cart/seller/order/*'

const rows = (page: Page) => page.getByRole('list', { name: 'Received orders' }).getByRole('listitem')
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Received Orders' }).getByRole('link', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const chip = (page: Page) =>
  heading(page)
    .locator('..')
    .getByText(/^[A-Z]+$/)

async function sent<T>({ api }: Member, method: 'get' | 'post' | 'patch', path: string, data?: object) {
  const reply = await api[method](`/api${path}`, data && { data })
  expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
  const told: { data: T } = await reply.json()
  return told.data
}

const billingAddress = {
  streetNumber: '12',
  addressLine1: 'Bode Thomas Street',
  cityCode: 'NG-LA',
  lgaCode: 'NG-LA-SURULERE',
}

async function order(buyer: Member, itemId: number, count = 1): Promise<Ordered> {
  await sent(buyer, 'post', '/cart/add', { itemId, count })
  const given = { phoneNumber: '08031234567', useBillingAddressForShipping: true, billingAddress }
  return sent<Ordered>(buyer, 'post', '/cart/checkout', given)
}

/** On the sandbox's page, as the buyer does it elsewhere. */
async function pay(server: Server, buyer: Member, { transactionRef }: Ordered): Promise<void> {
  const callbackUrl = `${server.url}/my-order/${transactionRef}`
  const asked = { transactionRef, callbackUrl }
  const opened = await sent<{ authorizationUrl: string }>(buyer, 'post', '/payment/initiate', asked)
  const paid = await buyer.api.post(opened.authorizationUrl, { form: { action: 'pay' }, maxRedirects: 0 })
  expect(paid.status()).toBe(303)
  await sent(buyer, 'post', `/payment/verify/${transactionRef}`)
}

/** The number of the line of that name, as its seller knows it. */
async function lineOf(seller: Member, name: string): Promise<number> {
  type Sold = { content: { orderId: number; name: string }[] }
  const { content } = await sent<Sold>(seller, 'get', '/cart/seller/orders')
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

test('a seller sees where an order goes once it is paid', async ({ page, context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { seller, buyer, made, line } = await soldDrums(server)
  await enter(page, seller.token)
  await page.goto('/received-orders')
  await page.getByRole('link', { name: 'Drum' }).press('Enter')
  await expect(page).toHaveURL(`/received-order/${line}`)
  await expect(chip(page)).toHaveText('PENDING')
  const summary = part(page, 'Summary')
  await expect(summary.getByText('Shown once it is paid')).toHaveCount(3)
  for (const name of ['Mark as shipped', 'Decline', 'Print slip'])
    await expect(button(page, name)).toHaveCount(0)

  await pay(server, buyer, made)
  await page.reload()
  await expect(chip(page)).toHaveText('PROCESSING')
  for (const text of [String(line), '₦2,500.50', '₦1,250.25', '08031234567'])
    await expect(summary).toContainText(text)
  for (const name of ['Shipping address', 'Billing address'])
    await expect(part(page, name)).toContainText('Bode Thomas Street')
  const item = part(page, 'Order Item')
  await expect(item).toContainText('Quantity 2 · ₦1,250.25 each')
  await expect(item).toContainText('Together ₦2,500.50')
  await expect(item.locator('img')).toBeVisible()
  const message = part(page, 'Buyer').getByRole('link', { name: 'Message Buyer' })
  await expect(message).toHaveAttribute('href', `/messages/${buyer.id}`)
  await expect(part(page, 'Buyer')).toContainText('Bello Buyer')
  await expect(summary.getByRole('link', { name: '08031234567' })).toHaveAttribute('href', 'tel:08031234567')
  await button(page, 'Copy shipping address').click()
  await expectSnackbar(page, 'Address copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe('12 Bode Thomas Street\nSurulere, Lagos')
  await closeSnackbars(page)
  await expectAccessibleScreen(page)
  await page.getByRole('link', { name: 'Back to Received Orders' }).click()
  await page.getByRole('link', { name: 'Back to home' }).click()
  await expect(page).toHaveURL('/user')
})

test('a seller ships with a note by keyboard, and prints a slip', async ({ page, server }) => {
  const { seller, buyer, made, line } = await soldDrums(server)
  await pay(server, buyer, made)
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
  })
  await page.setViewportSize({ width: 320, height: 800 })
  await enter(page, seller.token)
  await page.goto(`/received-order/${line}`)
  await button(page, 'Mark as shipped').press('Enter')
  const ship = dialog(page, 'Mark as shipped')
  const note = ship.getByLabel('Note for the buyer')
  await expect(note).toBeFocused()
  await page.keyboard.type('Rider Musa, 0803 000 0000')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Mark as shipped')).toBeFocused()
  await untilSettled(page)
  await button(page, 'Mark as shipped').press('Enter')
  await expect(note).toHaveValue('Rider Musa, 0803 000 0000')
  await expectAccessibleState(page)
  expect(await pastTheEdge(page)).toEqual([])
  await ship.getByRole('button', { name: 'Mark as shipped' }).press('Enter')
  await expectSnackbar(page, 'Marked as shipped. The buyer has been told.')
  await expect(chip(page)).toHaveText('SHIPPED')
  await expect(heading(page)).toBeFocused()
  await expect(part(page, 'Summary')).toContainText('Shipping note: Rider Musa, 0803 000 0000')
  for (const name of ['Mark as shipped', 'Decline']) await expect(button(page, name)).toHaveCount(0)

  await button(page, 'Print slip').click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')
  await page.emulateMedia({ media: 'print' })
  await expect(heading(page)).toBeHidden()
  const printed = (await page.locator('body').innerText()).split('\n').filter(Boolean)
  const address = ['12 Bode Thomas Street', 'Surulere, Lagos', '08031234567']
  expect(printed).toEqual(['Bello Buyer', ...address, '2 × Drum', `Order ${line}`])
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'Back to Received Orders' }).click()
  await expect(rows(page)).toContainText('SHIPPED')
})

test('declining an order needs a reason and refunds the buyer', async ({ page, server }) => {
  const { seller, buyer, made, line } = await soldDrums(server)
  await pay(server, buyer, made)
  await enter(page, seller.token)
  await page.goto(`/received-order/${line}`)
  await button(page, 'Decline').click()
  const decline = dialog(page, 'Decline this order')
  const send = decline.getByRole('button', { name: 'Decline and refund' })
  await expect(decline).toContainText('The buyer is refunded ₦2,500.50')
  await send.click()
  await expect(decline.getByText('Reason is required')).toBeVisible()
  await decline.getByLabel('Reason').fill('x'.repeat(301))
  await send.click()
  await expect(decline.getByText('Maximum 300 characters allowed')).toBeVisible()
  await decline.getByLabel('Reason').fill('It has a crack')
  await page.route(moveCall, (route) => route.abort(), { times: 1 })
  await send.click()
  await expectSnackbar(page, 'No response from the server. Please check your network connection.')
  await expect(decline.getByLabel('Reason')).toHaveValue('It has a crack')
  await send.click()
  await expectSnackbar(page, 'Declined. The buyer is refunded.')
  await expect(chip(page)).toHaveText('CANCELED')
  await expect(part(page, 'Summary')).toContainText('Reason: It has a crack')
  await expect(page.getByText('Declined: the buyer gets the money back. Do not send it.')).toBeVisible()
  await expect(button(page, 'Print slip')).toHaveCount(0)
  await expect(part(page, 'Summary').getByText('Not shown: there is nothing to send')).toHaveCount(3)
  const [bought] = (
    await sent<{ content: { refund: object | null }[] }>(
      buyer,
      'get',
      `/cart/orders?transactionRef=${made.transactionRef}`,
    )
  ).content
  expect(bought).toMatchObject({ orderStatus: 'CANCELED', refund: { amount: 2500.5 } })
})

test('a seller is told that an order was shipped elsewhere meanwhile', async ({ page, server }) => {
  const { seller, buyer, made, line } = await soldDrums(server)
  await pay(server, buyer, made)
  await enter(page, seller.token)
  await page.goto(`/received-order/${line}`)
  await button(page, 'Decline').click()
  const decline = dialog(page, 'Decline this order')
  await decline.getByLabel('Reason').fill('Sold already')
  await sent(seller, 'patch', `/cart/seller/order/${line}`, { state: 'SHIPPED' })
  await decline.getByRole('button', { name: 'Decline and refund' }).click()
  await expectSnackbar(page, 'This has been shipped already.')
  await expect(decline).toHaveCount(0)
  await expect(chip(page)).toHaveText('SHIPPED')
})

test('tabs count, and one buyer’s orders alone can be shown', async ({ page, server }) => {
  const shop = await shopOf(server)
  const { seller, buyer, sell } = shop
  await enter(page, seller.token)
  await page.route(listCall, answer(400, { error: ['Not now'], message: '', code: 'BAD' }))
  await page.goto('/received-orders')
  await expectSnackbar(page, 'Failed to fetch orders')
  await page.unroute(listCall)
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Nobody has ordered anything of yours yet.')).toBeVisible()

  const name = `Coral crown ${'of the very first oba '.repeat(3).trim()}`
  const ada = await joinSquare(server, { firstName: 'Ada', lastName: 'Other' })
  const crown = await sell({ name, price: 1_000_000.01, stock: 9 })
  const { orderId } = await order(buyer, crown, 2)
  await order(ada, crown)
  await sent(buyer, 'patch', `/cart/cancel/order/${orderId}`)
  await order(buyer, crown, 3)
  await page.reload()
  await expect(tab(page, 'Completed/Pending')).toHaveText(/2 orders$/)
  await expect(tab(page, 'Canceled/Failed')).toHaveText(/1 order$/)
  await expect(rows(page)).toHaveCount(2)
  for (const text of [name, 'Quantity 3', 'Bello Buyer', '₦3,000,000.03', 'PENDING'])
    await expect(rows(page).first()).toContainText(text)
  await expectAccessibleScreen(page)
  await page.getByLabel('Show').selectOption('To ship')
  await expect(page).toHaveURL('/received-orders?show=to-ship')
  await expect(page.getByText('Nothing is waiting to be shipped.')).toBeVisible()
  await button(page, 'Clear All Filters').click()
  await expect(rows(page)).toHaveCount(2)

  const options = rows(page)
    .first()
    .getByRole('button', { name: /^Options for / })
  await options.press('Enter')
  await action(page, 'Only this buyer').press('Enter')
  await expect(page).toHaveURL(`/received-orders?buyer=${buyer.id}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(options).toBeFocused()
  await expect(tab(page, 'Completed/Pending')).toHaveText(/1 order$/)
  await tab(page, 'Canceled/Failed').click()
  await expect(page).toHaveURL(`/received-orders?buyer=${buyer.id}&tab=canceled`)
  await expect(rows(page)).toContainText('Quantity 2')
  await button(page, 'Remove filter: Buyer: Bello Buyer').press('Enter')
  await expect(page).toHaveURL('/received-orders?tab=canceled')
  await page.goBack()
  await expect(button(page, 'Remove filter: Buyer: Bello Buyer')).toBeVisible()

  await tab(page, 'Completed/Pending').click()
  await rows(page).click({ position: { x: 20, y: 20 } })
  await part(page, 'Buyer').getByRole('link', { name: 'Only this buyer' }).click()
  await expect(page).toHaveURL(`/received-orders?buyer=${buyer.id}`)
  await button(page, 'Clear All Filters').click()
  await expect(rows(page)).toHaveCount(2)
})

test('a seller’s own figures are shown in bars and as a table', async ({ page, server }) => {
  const { seller, buyer, made } = await soldDrums(server)
  await enter(page, seller.token)
  await page.goto('/profile/items')
  await expect(page.getByRole('list', { name: 'items' })).toContainText('Drum')
  const figures = part(page, 'Your sales')
  await expect(figures).toHaveCount(0)
  await pay(server, buyer, made)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.reload()
  await expect(figures.getByRole('figure')).toHaveCount(3)
  await expect(figures).toContainText('₦2,500.50 ▲ Up 100.00%')
  await expect(figures.getByRole('heading', { level: 3 })).toHaveText([
    'Sales',
    'Units sold',
    'Still to ship, of these',
  ])
  const units = figures.getByRole('figure', { name: 'Units sold' })
  const bars = units.getByRole('slider', { name: 'Units sold, bar by bar' })
  await expect(bars).toHaveAttribute('aria-valuetext', /^\d+ \w+ \d{4}: 2$/)
  await bars.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(bars).toHaveAttribute('aria-valuetext', /: 0$/)
  await expect(units.locator('strong')).toHaveText('0')
  await page.keyboard.press('End')
  await expect(units.locator('strong')).toHaveText('2')
  await units.locator('svg').hover({ position: { x: 10, y: 40 } })
  await expect(units.locator('strong')).toHaveText('0')
  await units.getByRole('button', { name: 'Show as table' }).click()
  await expect(units.getByRole('table').getByRole('row').last()).toHaveText(/2$/)
  await expectAccessibleState(page)
})

test('a seller’s own figures are folded on a phone', async ({ page, server }) => {
  const { seller, buyer, made } = await soldDrums(server)
  await pay(server, buyer, made)
  await page.setViewportSize({ width: 320, height: 800 })
  await enter(page, seller.token)
  await page.goto('/profile/items')
  const figures = part(page, 'Your sales')
  await expect(figures).toContainText('Units sold2')
  await expect(figures.getByRole('figure')).toHaveCount(0)
  await button(page, 'Show figures').click()
  await expect(figures.getByRole('figure')).toHaveCount(3)
  expect(await pastTheEdge(page)).toEqual([])
  await goWithin(page, `/u/${buyer.username}?tab=items`)
  await expect(page.getByRole('heading', { level: 1, name: buyer.name })).toBeVisible()
  await expect(figures).toHaveCount(0)
})
