import { startFakePaystack } from '@rootsquare/api/test/fakes/paystack'
import type { Page } from '@playwright/test'
import { expect, startProxiedServer } from '../support/fixtures.ts'
import type { Server } from '../support/fixtures.ts'
import { shopOf } from '../support/in-market.ts'
import { dialog, expectSnackbar } from '../support/in-settings.ts'
import type { Member } from '../support/members.ts'
import { action, as } from '../support/on-posts.ts'
import { enter, expectAccessibleScreen, test as base, pressKeys } from '../support/visit.ts'

type Shop = Awaited<ReturnType<typeof shopOf>>
type Provider = Awaited<ReturnType<typeof startFakePaystack>>

/** A product whose provider answers what the test wants. */
const test = base.extend<object, { provider: Provider; server: Server }>({
  provider: [
    async ({}, provide) => {
      const provider = await startFakePaystack()
      await provide(provider)
      await provider.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ provider }, provide) => {
      const server = await startProxiedServer(provider.settings)
      await provide(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const table = (page: Page) => page.getByRole('table', { name: 'Held payments' })
const rowOf = (page: Page, reference: string) => table(page).getByRole('row').filter({ hasText: reference })
const options = (page: Page, reference: string) =>
  page.getByRole('button', { name: `Options for ${reference}`, exact: true })

async function send<T>(buyer: Member, path: string, data?: object): Promise<T> {
  const reply = await buyer.api.post(`/api${path}`, { data })
  expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
  const body: { data: T } = await reply.json()
  return body.data
}

const place = { cityCode: 'NG-LA', lgaCode: 'NG-LA-SURULERE' }
const billingAddress = { streetNumber: '12', addressLine1: 'Bode Thomas Street', ...place }
const ordering = { phoneNumber: '08031234567', useBillingAddressForShipping: true, billingAddress }

/** Somebody owes ₦2,500.50 and pays what the test says. */
async function heldPayment(
  { buyer, sell, addToCart }: Shop,
  { server, provider }: { server: Server; provider: Provider },
  paid: Parameters<Provider['pay']>[1],
) {
  await addToCart(await sell({ name: 'Adire', price: 2500.5, stock: 3 }))
  const { transactionRef } = await send<{ transactionRef: string }>(buyer, '/cart/checkout', ordering)
  const callbackUrl = `${server.url}/my-order/${transactionRef}`
  await send(buyer, '/payment/initiate', { transactionRef, callbackUrl })
  provider.pay(transactionRef, paid)
  const order = await send<{ held: boolean }>(buyer, `/payment/verify/${transactionRef}`)
  expect(order.held).toBe(true)
  const status = async () => {
    const again = await send<{ orderStatus: string }>(buyer, `/payment/verify/${transactionRef}`)
    return again.orderStatus
  }
  return { transactionRef, status }
}

async function open(page: Page, token: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await enter(page, token, '/held-payments')
}

test('an admin accepts one payment and refunds another', async ({ page, server, provider }) => {
  const [shop, at] = [await shopOf(server), { server, provider }]
  const short = await heldPayment(shop, at, { amount: 5000 })
  const foreign = await heldPayment(shop, at, { currency: 'USD' })
  const admin = await as(server, 'ene.ochigbo')
  await open(page, admin.token)
  await expect(page).toHaveTitle(/^Held payments · /)
  const names = ['Transaction Reference', 'Buyer', 'Asked', 'Came', 'Why', 'Since', 'Actions']
  await expect(page.getByRole('columnheader')).toHaveText(names)
  const row = rowOf(page, short.transactionRef)
  await expect(row).toContainText(`@${shop.buyer.username}₦2,500.50₦50.00₦50.00 was paid`)
  await expect(row.getByRole('time')).toHaveText(/^\d+ \w+ \d{4}, \d\d:\d\d$/)
  await expect(rowOf(page, foreign.transactionRef)).toContainText('₦2,500.50USD 2,500.50It was paid in USD')
  await expectAccessibleScreen(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await options(page, short.transactionRef).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  const accept = dialog(page, 'Accept this payment?')
  await expect(accept).toContainText('The order of ₦2,500.50 counts as paid with what came (₦50.00)')
  await page.keyboard.press('Escape')
  await expect(options(page, short.transactionRef)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(accept.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await pressKeys(page, 'Tab', 'Enter')
  await expectSnackbar(page, 'The payment has been dealt with. The buyer has been told.')
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await short.status()).toBe('PROCESSING')

  await options(page, foreign.transactionRef).click()
  await action(page, 'Refund').click()
  const refund = dialog(page, 'Refund this payment?')
  await expect(refund).toContainText('All that came (USD 2,500.50) goes back to the buyer')
  await refund.getByRole('button', { name: 'Refund payment' }).click()
  await expect(rowOf(page, foreign.transactionRef)).toHaveCount(0)
  expect(await foreign.status()).toBe('FAILED')
})
