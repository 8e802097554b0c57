import type { Page } from '@playwright/test'
import { hold } from '../support/entry.ts'
import { expect, expectNoAxeViolations } from '../support/fixtures.ts'
import { cartOf, shopOf } from '../support/in-market.ts'
import { expectSnackbar, snackbars } from '../support/in-settings.ts'
import type { Member } from '../support/members.ts'
import { test } from '../support/own-origin.ts'
import { answer, enter, expectAccessibleScreen, pastTheEdge } from '../support/visit.ts'

const checkoutCall = '**/api/cart/checkout'
const home = {
  streetNumber: '12',
  addressLine1: 'Bode Thomas Street',
  cityCode: 'NG-LA',
  lgaCode: 'NG-LA-SURULERE',
}
const office = {
  streetNumber: '4',
  addressLine1: 'Ring Road',
  cityCode: 'NG-OY',
  lgaCode: 'NG-OY-IBADAN-NORTH',
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const phone = (page: Page) => page.getByLabel('Phone Number')
const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to payment' })
const same = (page: Page) => page.getByRole('switch', { name: 'Use billing address for shipping' })
const rowOf = (page: Page, name: string) =>
  region(page, 'My Order').getByRole('listitem').filter({ hasText: name })
/** On the sandbox's own page. */
const hosted = (page: Page, name: string) => page.getByRole('button', { name })
const chip = (page: Page, state: string) => page.getByRole('main').getByText(state, { exact: true }).first()

type Ordered = { transactionRef: string; orderStatus: string; totalAmount: number; phoneNumber: string }
type Sent = { addressLine1: string; cityCode: string }

async function ordersOf(member: Member) {
  const reply = await member.api.get('/api/cart/orders')
  const { data }: { data: { content: (Ordered & Record<`${'billing' | 'shipping'}Address`, Sent>)[] } } =
    await reply.json()
  return data.content
}

async function save({ api }: Member, address: object): Promise<void> {
  expect((await api.post('/api/address', { data: address })).ok()).toBe(true)
}

async function openCart(page: Page, member: Member): Promise<void> {
  await enter(page, member.token)
  await page.goto('/cart')
  await expect(phone(page)).toBeVisible()
}

async function backInSquare(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/my-order\/RS-[A-Z2-7]{20}$/)
}

/** Tab after Tab, as far as `name`. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = page.locator(':focus')
  for (let press = 0; press < 25; press += 1) {
    await page.keyboard.press('Tab')
    const words = await focused.evaluate((it) => it.ariaLabel ?? it.closest('label, button')?.textContent)
    if (words?.includes(name)) return
  }
  throw new Error(`No way by Tab to ${name}`)
}

/** It is placed, only nobody hears of it. */
async function orderUnheard(page: Page): Promise<void> {
  const lost = Promise.withResolvers<void>()
  await page.route(checkoutCall, async (route) => {
    await route.fetch()
    await route.abort()
    lost.resolve()
  })
  await proceed(page).click()
  await lost.promise
  await expect(snackbars(page)).toContainText('No response from the server.')
  await page.unroute(checkoutCall)
}

/** What describes the modal dialog, into the console: a locator would wait for the page that is on its way. */
async function tellFocused(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tell = () => {
      const described = document.activeElement?.closest('[aria-modal="true"]')
      const words = document.getElementById(described?.getAttribute('aria-describedby') ?? '')
      console.log(words?.textContent)
    }
    new MutationObserver(tell).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}

test('by keyboard on a phone, a cart becomes a paid order', async ({ page, server }) => {
  const { buyer, sell, putIn } = await shopOf(server)
  await putIn(await sell({ name: 'Drum', price: 1_500.5, stock: 5 }), 2)
  await save(buyer, home)
  await save(buyer, office)
  const profile = { phoneNumber: '08031234567' }
  expect((await buyer.api.put(`/api/user/update/${buyer.id}`, { data: profile })).ok()).toBe(true)
  await openCart(page, buyer)
  await expect(phone(page)).toHaveValue('08031234567')
  const billing = region(page, 'Billing')
  await expect(billing.getByRole('radio', { name: 'Saved address' })).toBeChecked()
  await expect(billing.getByRole('radio', { name: '4 Ring Road' })).toBeChecked()
  await expect(same(page)).toBeChecked()
  await expect(proceed(page)).toBeInViewport()
  await same(page).uncheck()
  await region(page, 'Shipping').getByText('New address').click()
  await expectAccessibleScreen(page)
  await same(page).check()
  await page.setViewportSize({ width: 360, height: 640 })
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(page.getByRole('button', { name: 'Pay ₦3,001.00' })).toBeInViewport({ ratio: 1 })
  await phone(page).focus()
  await tabTo(page, 'Saved address')
  await tabTo(page, '4 Ring Road')
  await page.keyboard.press('ArrowDown')
  await expect(billing.getByRole('radio', { name: '12 Bode Thomas Street' })).toBeChecked()
  await tabTo(page, 'Pay ₦3,001.00')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Test payment' })).toBeVisible()
  await expect(page.getByText('₦3,001.00', { exact: true })).toBeVisible()
  await expectNoAxeViolations(page)
  expect(await pastTheEdge(page)).toEqual([])
  await tabTo(page, 'Pay ₦3,001.00')
  await page.keyboard.press('Enter')
  await backInSquare(page)
  await expect(chip(page, 'PROCESSING')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
  expect(await cartOf(buyer)).toEqual([])
  expect(await ordersOf(buyer)).toMatchObject([
    { orderStatus: 'PROCESSING', totalAmount: 3001, billingAddress: home, shippingAddress: home },
  ])
})

test('new addresses are asked for at once, and nothing typed is lost', async ({ page, server }) => {
  const { buyer, sell, putIn } = await shopOf(server)
  await putIn(await sell({ name: 'Drum', price: 900, stock: 5 }))
  await openCart(page, buyer)
  const [billing, shipping] = [region(page, 'Billing'), region(page, 'Shipping')]
  await expect(billing.getByRole('radio')).toHaveCount(0)
  await same(page).uncheck()
  await proceed(page).click()
  await expect(page.getByText('Phone Number is required')).toBeVisible()
  for (const name of ['State', 'LGA', 'Street Number', 'Address Line 1'])
    for (const panel of [billing, shipping])
      await expect(panel.getByText(`${name} is required`, { exact: true })).toBeVisible()
  await expect(phone(page)).toBeFocused()
  await phone(page).fill('+234 (0) 803 123-4567')
  await expect(page.getByText('Phone Number is required')).toHaveCount(0)
  for (const [panel, state, lga] of [
    [billing, 'Lagos', 'Surulere'],
    [shipping, 'Oyo', 'Ibadan North'],
  ] as const) {
    await panel.getByLabel('State').selectOption(state)
    await panel.getByLabel('LGA').selectOption(lga)
    await panel.getByLabel('Street Number').fill('7')
  }
  await billing.getByLabel('Address Line 1').fill('Bode Thomas Street')
  await proceed(page).click()
  await expect(shipping.getByLabel('Address Line 1')).toBeFocused()
  await shipping.getByLabel('Address Line 1').fill('Ring Road')

  const fields = { 'shippingAddress.lgaCode': 'This LGA does not lie in the state.' }
  const refusal = { error: Object.values(fields), message: '', code: 'INVALID', fields }
  await page.route(checkoutCall, answer(400, refusal), { times: 1 })
  await proceed(page).click()
  await expect(shipping.getByText('This LGA does not lie in the state.')).toBeVisible()
  await expect(shipping.getByLabel('LGA')).toBeFocused()
  await page.getByRole('link', { name: 'Back to the marketplace' }).click()
  await expect(page).toHaveURL('/marketplace')
  await page.goBack()
  await expect(phone(page)).toHaveValue('+234 (0) 803 123-4567')
  await expect(shipping.getByLabel('Address Line 1')).toHaveValue('Ring Road')
  await expect(shipping.getByLabel('LGA').locator(':checked')).toHaveText('Ibadan North')
  await proceed(page).click()
  await hosted(page, 'Cancel').click()
  await backInSquare(page)
  await expect(chip(page, 'PENDING')).toBeVisible()
  expect(await ordersOf(buyer)).toMatchObject([
    {
      orderStatus: 'PENDING',
      phoneNumber: '08031234567',
      billingAddress: { addressLine1: 'Bode Thomas Street', cityCode: 'NG-LA' },
      shippingAddress: { addressLine1: 'Ring Road', cityCode: 'NG-OY' },
    },
  ])
  await page.getByRole('button', { name: 'Pay Now' }).click()
  await expect(hosted(page, 'Pay ₦900.00')).toBeVisible()
})

test('a total that changed is asked about again, and what ran out is named', async ({ page, server }) => {
  const { buyer, sell, change, putIn } = await shopOf(server)
  const drum = await sell({ name: 'Drum', price: 900, stock: 5 })
  const bead = await sell({ name: 'Bead', price: 100, stock: 5 })
  await putIn(drum)
  await putIn(bead, 2)
  await save(buyer, home)
  await openCart(page, buyer)
  await phone(page).fill('0803')
  await phone(page).press('Enter')
  await expect(page.getByText('Phone numbers are 7 to 15 digits.')).toBeVisible()
  await phone(page).fill('0803-123-4567')
  await change(drum, { price: 950.5 })
  await proceed(page).click()
  await expect(snackbars(page)).toContainText('The total has changed: it is ₦1,150.50 now.')
  await expect(region(page, 'Summary')).toContainText('The total was ₦1,100.00 and is ₦1,150.50 now.')
  await expect(rowOf(page, 'Drum')).toContainText('The price went up')
  await change(bead, { stock: 1 })
  await proceed(page).click()
  await expect(snackbars(page)).toContainText('There is only 1 left of Bead.')
  await expect(rowOf(page, 'Bead')).toContainText('Only 1 left: choose fewer.')
  await expect(rowOf(page, 'Bead').getByRole('link', { name: 'Bead' })).toBeFocused()
  await expect(proceed(page)).toBeDisabled()
  await expect(proceed(page)).toHaveAccessibleDescription(
    'Something in your cart cannot be bought. Choose fewer or delete it to go on.',
  )
  expect(await ordersOf(buyer)).toEqual([])
  await page.getByRole('button', { name: 'One less of Bead' }).click()
  await expect(proceed(page)).toBeEnabled()
  await expect(phone(page)).toHaveValue('0803-123-4567')
})

test('after Back or a declined card the order can still be paid', async ({ page, server }) => {
  const { buyer, sell, putIn } = await shopOf(server)
  await putIn(await sell({ name: 'Drum', price: 1050.5, stock: 5 }))
  await save(buyer, home)
  await openCart(page, buyer)
  await phone(page).fill('0803-123-4567')
  const fields = { billingAddressId: 'You have no such address.' }
  const refusal = { error: Object.values(fields), message: '', code: 'INVALID', fields }
  await page.route(checkoutCall, answer(400, refusal), { times: 1 })
  await proceed(page).click()
  const choice = page.getByRole('group', { name: 'Billing address, saved' })
  await expect(choice).toHaveAccessibleDescription('You have no such address.')
  await expect(choice.getByRole('radio')).toBeFocused()
  const { release } = await hold(page, '**/sandbox/pay/*')
  await tellFocused(page)
  const words = `Taking you to ${new URL(server.url).host} to pay…`
  const overlay = page.waitForEvent('console', (message) => message.text() === words)
  await proceed(page).click()
  await overlay
  release()
  await expect(hosted(page, 'Pay ₦1,050.50')).toBeVisible()
  expect(await ordersOf(buyer)).toMatchObject([{ totalAmount: 1050.5 }])
  await page.goBack()
  await expect(page.getByText('Your cart is empty.')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.getByRole('link', { name: 'Go to your unpaid order' }).click()
  await page.getByRole('button', { name: 'Pay Now' }).click()
  await hosted(page, 'Decline').click()
  await expect(page.getByRole('alert')).toContainText('Nothing was paid.')
  await hosted(page, 'Pay ₦1,050.50').click()
  await backInSquare(page)
  await expect(chip(page, 'PROCESSING')).toBeVisible()
  expect(await ordersOf(buyer)).toMatchObject([{ orderStatus: 'PROCESSING', phoneNumber: '08031234567' }])
})

test('pressed twice, or an answer lost, there is one order to pay', async ({ page, server }) => {
  const { buyer, sell, putIn } = await shopOf(server)
  await putIn(await sell({ name: 'Drum', price: 900, stock: 5 }))
  await save(buyer, home)
  await openCart(page, buyer)
  await phone(page).fill('08031234567')
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/cart/checkout')) keys.push(request.headers()['idempotency-key'])
  })
  await page.route(checkoutCall, (route) => route.abort(), { times: 1 })
  const { release } = await hold(page, checkoutCall)
  await proceed(page).dblclick()
  release()
  await expect(snackbars(page)).toContainText('No response from the server.')
  expect(keys).toHaveLength(1)
  await orderUnheard(page)
  await page.reload()
  await expect(page.getByText('We did not hear whether your last order was placed.')).toBeVisible()
  const refusal = { error: ['Payment initiation failed'], message: '', code: 'PROVIDER_TROUBLE' }
  await page.route('**/api/payment/initiate', answer(502, refusal), { times: 1 })
  await page.getByRole('button', { name: 'Check and go on to payment' }).click()
  await backInSquare(page)
  await expectSnackbar(page, 'Payment initiation failed')
  expect(new Set(keys).size).toBe(1)
  expect(await ordersOf(buyer)).toHaveLength(1)
  await page.getByRole('button', { name: 'Pay Now' }).click()
  await hosted(page, 'Pay ₦900.00').click()
  await expect(chip(page, 'PROCESSING')).toBeVisible()
  await putIn(await sell({ name: 'Gong', price: 900, stock: 1 }))
  await page.goto('/cart')
  await expect(phone(page)).toHaveValue('08031234567')
})

test('an order of something else is not taken for the one that was not answered', async ({
  page,
  server,
}) => {
  const { buyer, sell, putIn } = await shopOf(server)
  await putIn(await sell({ name: 'Gong', price: 900, stock: 1 }))
  await save(buyer, home)
  await openCart(page, buyer)
  await phone(page).fill('08031234567')
  await orderUnheard(page)
  // Equal in total and address.
  await putIn(await sell({ name: 'Bead', price: 900, stock: 1 }))
  await page.reload()
  await expect(rowOf(page, 'Bead')).toBeVisible()
  await proceed(page).click()
  await expect(hosted(page, 'Pay ₦900.00')).toBeVisible()
  expect(await cartOf(buyer)).toEqual([])
  expect(await ordersOf(buyer)).toHaveLength(2)
})
