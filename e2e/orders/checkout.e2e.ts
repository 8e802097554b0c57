import type { Page } from '@playwright/test'
import { expectAccessibleScreen, expectInsideViewport, expectNoAxeViolations } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { cartOf, homeAddress, shopOf } from '../support/in-market.ts'
import { snackbars } from '../support/in-settings.ts'
import { type Member, send } from '../support/members.ts'
import { enter, pressTo, test } from '../support/visit.ts'

const checkoutCall = '**/api/cart/checkout'
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
/** On the payment page of the sandbox. */
const hosted = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const chip = (page: Page, state: string) => page.getByRole('main').getByText(state, { exact: true }).first()

type Ordered = { orderStatus: string; totalAmount: number; phoneNumber: string }

async function ordersOf(member: Member): Promise<Ordered[]> {
  return (await send<{ content: Ordered[] }>(member, 'get', '/cart/orders')).content
}

const saveAddress = (member: Member, address: object) => send(member, 'post', '/address', address)

async function openCart(page: Page, member: Member): Promise<void> {
  await enter(page, member.token, '/cart')
  await expect(phone(page)).toBeVisible()
}

async function backInApp(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/my-order\/RS-[A-Z2-7]{20}$/)
}

/** Presses Tab until `name` has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = page.locator(':focus')
  for (let press = 0; press < 25; press += 1) {
    await page.keyboard.press('Tab')
    const label = await focused.evaluate((it) => it.ariaLabel ?? it.closest('label, button')?.textContent)
    if (label?.includes(name)) return
  }
  throw new Error(`Tab does not lead to ${name}`)
}

test('a cart becomes a paid order by keyboard on a phone', async ({ page, server }) => {
  const { buyer, sell, addToCart } = await shopOf(server)
  await addToCart(await sell({ name: 'Drum', price: 1_500.5, stock: 5 }), 2)
  await saveAddress(buyer, homeAddress)
  await saveAddress(buyer, office)
  await send(buyer, 'put', `/user/update/${buyer.id}`, { phoneNumber: '08031234567' })
  await openCart(page, buyer)
  await expect(phone(page)).toHaveValue('08031234567')
  const billing = region(page, 'Billing')
  await expect(billing.getByText('4 Ring Road')).toBeVisible()
  await expect(same(page)).toBeChecked()
  await expect(proceed(page)).toBeInViewport()
  await same(page).uncheck()
  await region(page, 'Shipping').getByRole('button', { name: 'Change' }).click()
  await region(page, 'Shipping').getByText('New address').click()
  await expectAccessibleScreen(page)
  await same(page).check()
  await page.setViewportSize({ width: 360, height: 640 })
  await page.evaluate(() => window.scrollTo(0, 0))
  // On a phone it comes after the address.
  await expect(page.getByRole('button', { name: 'Pay ₦3,001.00' })).not.toBeInViewport()
  await phone(page).focus()
  await tabTo(page, 'Change the billing address')
  await pressTo(billing.getByRole('radio', { name: '4 Ring Road' }), 'Enter')
  await page.keyboard.press('ArrowDown')
  await expect(billing.getByRole('radio', { name: '12 Bode Thomas Street' })).toBeChecked()
  await tabTo(page, 'Pay ₦3,001.00')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Test payment' })).toBeVisible()
  await expect(page.getByText('₦3,001.00', { exact: true })).toBeVisible()
  await expectNoAxeViolations(page)
  await expectInsideViewport(page)
  await tabTo(page, 'Pay ₦3,001.00')
  await page.keyboard.press('Enter')
  await backInApp(page)
  await expect(chip(page, 'PROCESSING')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
  expect(await cartOf(buyer)).toEqual([])
  expect(await ordersOf(buyer)).toMatchObject([
    {
      orderStatus: 'PROCESSING',
      totalAmount: 3001,
      billingAddress: homeAddress,
      shippingAddress: homeAddress,
    },
  ])
})

// That the next cart has the phone number of the last order is tested in last-phone.test.tsx.
test('an order can be paid after a lost answer, Back or a declined card', async ({ page, server }) => {
  const { buyer, sell, addToCart } = await shopOf(server)
  await addToCart(await sell({ name: 'Drum', price: 1050.5, stock: 5 }))
  await saveAddress(buyer, homeAddress)
  await openCart(page, buyer)
  await phone(page).fill('0803-123-4567')
  await page.route(checkoutCall, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await proceed(page).click()
  await expect(snackbars(page)).toContainText('No response from the server.')
  await page.unroute(checkoutCall)
  await page.reload()
  await page.getByRole('button', { name: 'Check and continue to payment' }).click()
  await expect(hosted(page, 'Pay ₦1,050.50')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Your cart is empty.')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.getByRole('link', { name: 'Go to your unpaid order' }).click()
  await page.getByRole('button', { name: 'Pay Now' }).click()
  await hosted(page, 'Cancel').click()
  await backInApp(page)
  await expect(chip(page, 'PENDING')).toBeVisible()
  await page.getByRole('button', { name: 'Pay Now' }).click()
  await hosted(page, 'Decline').click()
  await expect(page.getByRole('alert')).toContainText('Nothing was paid.')
  await hosted(page, 'Pay ₦1,050.50').click()
  await backInApp(page)
  await expect(chip(page, 'PROCESSING')).toBeVisible()
  expect(await ordersOf(buyer)).toMatchObject([{ orderStatus: 'PROCESSING', phoneNumber: '08031234567' }])
})
