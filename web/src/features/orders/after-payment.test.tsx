import { getCart } from '@rootsquare/contract/trade/cart'
import { getReceipt } from '@rootsquare/contract/trade/order-documents'
import { buyAgain, confirmOrder, listOrders } from '@rootsquare/contract/trade/orders'
import type { Order, OrderLine, Parcel } from '@rootsquare/contract/trade/orders'
import { verifyPayment } from '@rootsquare/contract/trade/payments'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { allowUnanswered, answer, callsOf, noConnection } from '#web/test/fake-server.ts'
import { openApp } from '#web/test/open-app.tsx'
import {
  canceledOrder as canceled,
  drumLine as drum,
  nothingTo,
  paidOrder as paid,
  pendingOrder as pending,
  reference,
} from '#web/test/orders.ts'
import { button, currentUrl, dialog, notice, pageWith, rejected } from '#web/test/trade-screen.ts'

const orderPath = `/my-order/${reference}`
const returning = `${orderPath}?trxref=${reference}-1`

const cloth: OrderLine = { ...drum, orderLineId: 32, name: 'Cloth', seller: 4, sellerUsername: 'musa' }
const completed: Order = { ...paid, orderStatus: 'COMPLETED' }
const bySeveral = [drum, cloth].map((line): OrderLine => ({ ...line, state: 'PROCESSING' }))

const parcel: Parcel = {
  sellerId: 2,
  sellerUsername: 'sade',
  method: 'DELIVERY',
  fee: 1500,
  feeLeft: 1500,
  state: 'SHIPPED',
  carrier: 'GIG Logistics',
  trackingNumber: '123',
  shippedDate: '2026-11-03T10:00:00.000Z',
  receivedDate: null,
  decidedDate: null,
  can: { confirm: true },
}

const title = () => screen.findByRole('heading', { level: 1 })

afterEach(() => void vi.restoreAllMocks())

test('thanks a buyer after the payment and shows the next step', async () => {
  answer(listOrders, () => pageWith([{ ...paid, orderItemList: bySeveral }]))
  answer(verifyPayment, () => ({ ...paid, orderItemList: bySeveral }))
  await openApp(returning)
  await waitFor(async () => expect(await title()).toHaveTextContent('Thank you'))
  const next = within(screen.getByRole('region', { name: 'What happens next' }))
  expect(next.getByText('Your payment of ₦500.00 has arrived.')).toBeVisible()
  const steps = next.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(steps).toEqual([
    'Both sellers have been told. Each sends a parcel of their own within 14 days.',
    'When it has come, confirm it here. 14 days after shipping it counts as received.',
    expect.stringContaining('“Something is wrong”'),
  ])
  expect(next.getByRole('link', { name: 'Your orders' })).toHaveAttribute('href', '/my-orders')
  expect(next.getByRole('link', { name: 'Continue shopping' })).toHaveAttribute('href', '/marketplace')
  for (const name of ['Items from sade', 'Items from musa'])
    expect(screen.getByRole('region', { name })).toBeVisible()
})

test('thanks nobody for paying twice, and says what goes back', async () => {
  const extra = { reason: 'TWICE', reference: `${reference}-2`, createdDate: paid.createdDate } as const
  const twice: Order = { ...paid, extraPayments: [{ ...extra, amount: 500, state: 'PENDING' }] }
  answer(listOrders, () => pageWith([twice]))
  answer(verifyPayment, () => twice)
  await openApp(`${orderPath}?trxref=${reference}-2`)
  expect(await screen.findByText('You paid twice: ₦500.00 goes back to you.')).toBeVisible()
  const summary = screen.getByRole('region', { name: 'Summary' })
  expect(summary).toHaveTextContent('Total amount₦500.00Paid twice₦500.00 goes back')
  expect(await title()).toHaveTextContent(/^Order/)
  expect(screen.queryByText(/Thank you/)).toBeNull()
})

test('says that a payment came after the order had ended', async () => {
  const extra = { reason: 'LATE', reference, createdDate: paid.createdDate } as const
  const late: Order = { ...canceled, extraPayments: [{ ...extra, amount: 500, state: 'PROCESSED' }] }
  answer(listOrders, () => pageWith([late]))
  await openApp(orderPath)
  const text = 'Your payment came after the order had ended: ₦500.00 went back to you.'
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByText(/Nothing was charged/)).toBeNull()
})

test.each([
  ['DECLINED', /^Your payment was declined, and nothing was charged\./],
  ['UNFINISHED', /^You came back before the payment was finished\. Nothing has been paid yet\./],
] as const)('shows at once that a payment was %s and offers another', async (lastTry, text) => {
  answer(listOrders, () => pageWith([pending]))
  answer(verifyPayment, () => ({ ...pending, lastTry }))
  await openApp(returning)
  expect(await screen.findByText(text)).toBeVisible()
  expect(await button('Pay Now')).toBeEnabled()
})

test('puts the items of an ended order into the cart again', async () => {
  answer(listOrders, () => pageWith([canceled]))
  answer(buyAgain, () => ({ added: 1, missing: ['Cloth'], reduced: ['Drum'] }))
  answer(getCart, () => [])
  allowUnanswered()
  const user = await openApp(orderPath)
  for (const name of ['Pay Now', 'Cancel Order']) expect(await button(name)).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Receipt' })).toBeNull()
  await user.click(await button('Buy again'))
  await notice('1 item is in your cart again. Fewer are in stock: Drum. Not for sale now: Cloth.')
  await waitFor(() => expect(currentUrl()).toBe('/cart'))
  expect(callsOf(buyAgain)).toMatchObject([{ params: { id: 9 } }])
})

test('stays on the order if no item can be bought again', async () => {
  answer(listOrders, () => pageWith([completed]))
  answer(buyAgain, () => ({ added: 0, missing: ['Drum'], reduced: [] }))
  const user = await openApp(orderPath)
  await user.click(await button('Buy again'))
  await notice('Not for sale now: Drum.')
  expect(currentUrl()).toBe(orderPath)
  answer(buyAgain, () => Promise.reject(noConnection))
  await user.click(await button('Buy again'))
  await notice(/^No response from the server\./)
})

test('saves a receipt under the name of its order', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  answer(listOrders, () => pageWith([completed]))
  answer(getReceipt, () => rejected(429, 'Slow down'))
  const user = await openApp(orderPath)
  await user.click(await button('Receipt'))
  await notice('Slow down')
  answer(getReceipt, () => 'a file')
  await user.click(await button('Receipt'))
  await waitFor(() => expect(saved).toHaveBeenCalled())
  expect(saved.mock.contexts[0]).toMatchObject({ download: `rootsquare-receipt-${reference}.pdf` })
})

test('gives each seller time to send, except one who cannot', async () => {
  const [first, second] = bySeveral
  if (!first || !second) throw new Error('There are two.')
  const late: OrderLine = { ...second, can: { refund: true, message: false, dispute: false, review: false } }
  answer(listOrders, () => pageWith([{ ...paid, orderItemList: [first, late] }]))
  await openApp(orderPath)
  const text =
    /^Each seller has until 20 Jan\w* 2026 to send; .* A part of this has not been sent and may not come\./
  expect(await screen.findByText(text)).toBeVisible()
})

test('shows each parcel with its fee and confirms it separately', async () => {
  const pickup: Parcel = { ...parcel, sellerId: 4, sellerUsername: 'musa', method: 'PICKUP', fee: 0 }
  const shipped: Order = {
    ...paid,
    orderStatus: 'SHIPPED',
    totalAmount: 2500,
    orderItemList: [
      { ...drum, state: 'SHIPPED' },
      { ...cloth, state: 'SHIPPED' },
    ],
    parcels: [parcel, { ...pickup, carrier: null, trackingNumber: null }],
    can: { ...nothingTo, confirm: true },
  }
  answer(listOrders, () => pageWith([shipped]))
  const user = await openApp(orderPath)
  const sade = await screen.findByRole('region', { name: 'Items from sade' })
  expect(sade).toHaveTextContent(
    /Delivery ₦1,500\.00 SHIPPEDSent on 3 Nov\w* 2026 with GIG Logistics, tracking 123/,
  )
  expect(screen.getByRole('region', { name: 'Items from musa' })).toHaveTextContent(
    /Pick-up SHIPPEDReady since 3 Nov\w* 2026I have/,
  )
  expect(screen.getByRole('region', { name: 'Summary' })).toHaveTextContent(
    'Goods₦1,000.00Delivery₦1,500.00Total amount₦2,500.00',
  )
  expect(await button('I have received all of it')).toBeVisible()
  await user.click(await button('I have received this from sade'))
  const received = { ...parcel, state: 'COMPLETED' as const, can: { confirm: false } }
  const half: Order = { ...shipped, parcels: [received, pickup] }
  answer(confirmOrder, () => half)
  answer(listOrders, () => pageWith([half]))
  await user.click((await dialog('Have you received all from sade?')).getByRole('button', { name: /^Yes/ }))
  await notice('Thank you. We have told the seller.')
  expect(callsOf(confirmOrder)).toMatchObject([{ body: { sellerId: 2 } }])
  await waitFor(() => expect(screen.queryByRole('button', { name: /received all/ })).toBeNull())
  expect(await button('I have received this from musa')).toBeVisible()
})

test('says that a decision closed a parcel instead of its receipt', async () => {
  const decidedAt = '2026-01-20T10:00:00.000Z'
  const decided: Parcel = {
    ...parcel,
    state: 'COMPLETED',
    receivedDate: decidedAt,
    decidedDate: decidedAt,
    can: { confirm: false },
  }
  const orderItemList = [{ ...drum, state: 'COMPLETED' as const, disputeId: 4 }]
  answer(listOrders, () =>
    pageWith([{ ...paid, orderStatus: 'COMPLETED', orderItemList, parcels: [decided] }]),
  )
  await openApp(orderPath)
  expect(await screen.findByText(/^Closed by a decision on 20 Jan\w* 2026$/)).toBeVisible()
  expect(screen.queryByText(/^Received on/)).toBeNull()
})
