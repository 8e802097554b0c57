import { listAddresses } from '@rootsquare/contract/addresses'
import { getCart, quoteCart } from '@rootsquare/contract/trade/cart'
import { checkout } from '@rootsquare/contract/trade/checkout'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answerCheckout, sampleLine, sampleQuote } from '#web/test/cart-line.ts'
import { answer, callsOf } from '#web/test/fake-server.ts'
import { closeApp, openApp } from '#web/test/open-app.tsx'
import { button, homeAddress, rejected } from '#web/test/trade-screen.ts'

const drum = { ...sampleLine, price: 900, priceWhenAdded: 900 }
const cloth = {
  ...sampleLine,
  id: 2,
  itemId: 8,
  name: 'Cloth',
  price: 100,
  sellerId: 3,
  sellerUsername: 'bisi',
}
const ada = {
  ...sampleQuote,
  methods: ['PICKUP' as const, 'DELIVERY' as const],
  fee: 1500,
  leastFee: 500,
  stateCode: 'NG-LA',
}
const bisi = { ...sampleQuote, sellerId: 3, sellerUsername: 'bisi', fee: 200, leastFee: 200 }

beforeEach(() => {
  answer(getCart, () => [drum, cloth])
  answerCheckout()
  answer(quoteCart, ({ query: { stateCode, methods } }) => {
    const fee = stateCode === 'NG-LA' ? 500 : 1500
    const own = methods?.some(({ sellerId, method }) => sellerId === 2 && method === 'PICKUP')
      ? { ...ada, method: 'PICKUP' as const, fee: 0, leastFee: 0 }
      : { ...ada, fee }
    return { sellers: [own, bisi], total: 0 }
  })
})

const inTwoWeeks = new Date(Date.now() + 14 * 86_400_000)
const lastDay = inTwoWeeks.toLocaleDateString('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'Africa/Lagos',
})
const summary = () => screen.findByRole('region', { name: 'Summary' })
const from = (seller: string) => screen.findByRole('region', { name: `From ${seller}` })

test('groups the cart by seller, with the fees for the chosen address', async () => {
  await openApp('/cart')
  await waitFor(async () => expect(await from('ada')).toHaveTextContent('Delivery: ₦500.00'))
  expect(await from('ada')).toHaveTextContent(`Sent from Lagos · Sent by ${lastDay}`)
  expect(within(await from('ada')).getByRole('link', { name: 'Drum' })).toBeVisible()
  expect(await from('bisi')).toHaveTextContent('Delivery: ₦200.00')
  expect(within(await from('bisi')).queryByRole('radio')).toBeNull()
  expect(await summary()).toHaveTextContent('Goods₦1,000.00')
  expect(await summary()).toHaveTextContent('Delivery, ada₦500.00')
  expect(await summary()).toHaveTextContent('Total₦1,700.00')
})

test('sends the free pick-up with the order and restores it', async () => {
  const user = await openApp('/cart')
  await user.click(await screen.findByRole('radio', { name: 'Pick-up in Lagos' }))
  await waitFor(async () => expect(await from('ada')).toHaveTextContent('Pick-up in Lagos: free'))
  expect(await from('ada')).toHaveTextContent(`Ready by ${lastDay}`)
  await closeApp()
  await openApp('/cart')
  await waitFor(async () => expect(await summary()).toHaveTextContent('Total₦1,200.00'))
  await user.type(await screen.findByLabelText('Phone Number'), '08031234567')
  answer(checkout, () => rejected(400, 'Not now'))
  await user.click(await button('Proceed to payment Pay ₦1,200.00'))
  await waitFor(() =>
    expect(callsOf(checkout)).toMatchObject([
      { body: { expectedTotal: 1200, delivery: [{ sellerId: 2, method: 'PICKUP' }, { sellerId: 3 }] } },
    ]),
  )
})

test('shows the lowest fee while no state is chosen', async () => {
  answer(listAddresses, () => [])
  const user = await openApp('/cart')
  await waitFor(async () =>
    expect(await from('ada')).toHaveTextContent('Delivery: from ₦500.00, depends on your state'),
  )
  expect(await summary()).toHaveTextContent('TotalFrom ₦1,700.00')
  expect(await button('Proceed to payment Pay from ₦1,700.00')).toBeVisible()
  await screen.findByRole('option', { name: 'Lagos' })
  await user.selectOptions(screen.getByLabelText('State'), 'Lagos')
  await waitFor(async () => expect(await summary()).toHaveTextContent('Total₦1,700.00'))
  expect(await button('Proceed to payment Pay ₦1,700.00')).toBeVisible()
})

test('drops a method that is no longer offered', async () => {
  const user = await openApp('/cart')
  const pickUp = await screen.findByRole('radio', { name: 'Pick-up in Lagos' })
  answer(quoteCart, ({ query: { methods } }) =>
    methods === undefined
      ? { sellers: [{ ...bisi, sellerId: 2, sellerUsername: 'ada' }, bisi], total: 0 }
      : rejected(400, 'ada does not offer pick-up for all of this.', { code: 'METHOD_NOT_OFFERED' }),
  )
  await user.click(pickUp)
  await waitFor(async () => expect(await from('ada')).toHaveTextContent('Delivery: ₦200.00'))
  expect(screen.queryByRole('radio', { name: /Pick-up/ })).toBeNull()
})

test('offers no payment without a quote, and retries it', async () => {
  answer(quoteCart, () => rejected(400, 'Not now'))
  const user = await openApp('/cart')
  await waitFor(async () => expect(await button(/^Proceed to payment/)).toBeDisabled())
  answer(quoteCart, () => ({ sellers: [ada, bisi], total: 0 }))
  await user.click(await button('Retry'))
  await waitFor(async () => expect(await button(/^Proceed to payment/)).toBeEnabled())
})

test('shows a saved address in one line with a Change button', async () => {
  const user = await openApp('/cart')
  const billing = within(await screen.findByRole('region', { name: 'Billing' }))
  expect(
    billing.getByText(/^12 Bode Thomas Street, Flat 4B, Beside the market, Surulere, Lagos 101241/),
  ).toBeVisible()
  expect(billing.queryByRole('radio')).toBeNull()
  await user.click(billing.getByRole('button', { name: 'Change the billing address' }))
  expect(billing.getByRole('radio', { name: /^12 Bode/ })).toHaveFocus()
  expect(billing.getByRole('radio', { name: 'New address' })).toBeVisible()
})

test.each([
  { newTotal: '₦1,700.00', fee: 500, orders: 1 },
  { newTotal: '₦1,800.00', fee: 600, orders: 0 },
])('orders only at the total that the buyer saw: $newTotal', async ({ newTotal, fee, orders }) => {
  const slow = Promise.withResolvers<void>()
  const office = { ...homeAddress, id: homeAddress.id + 1, streetNumber: '4' }
  answer(listAddresses, () => [homeAddress, { ...office, cityCode: 'NG-OY' }])
  answer(checkout, () => rejected(400, 'Not now'))
  const user = await openApp('/cart')
  await user.type(await screen.findByLabelText('Phone Number'), '08031234567')
  const seen = await button('Proceed to payment Pay ₦1,700.00')
  answer(quoteCart, async () => {
    await slow.promise
    return { sellers: [{ ...ada, fee }, bisi], total: 0 }
  })
  const billing = within(await screen.findByRole('region', { name: 'Billing' }))
  await user.click(billing.getByRole('button', { name: 'Change the billing address' }))
  await user.click(billing.getByRole('radio', { name: /^4 Bode/ }))
  await waitFor(() => expect(seen).toHaveAttribute('aria-disabled', 'true'))
  await user.click(seen)
  slow.resolve()
  const expected = orders === 1 ? 'Not now' : /^The total was ₦1,700.00 and is ₦1,800.00 now/
  expect(await screen.findByText(expected)).toBeVisible()
  expect(callsOf(checkout)).toHaveLength(orders)
  await button(`Proceed to payment Pay ${newTotal}`)
})
