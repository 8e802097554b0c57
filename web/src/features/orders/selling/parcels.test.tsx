import { listSellerOrders, moveLine, type SellerOrder } from '@rootsquare/contract/trade/orders'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, callsOf } from '#web/test/fake-server.ts'
import { openApp } from '#web/test/open-app.tsx'
import { sampleParcel, sampleSale } from '#web/test/orders.ts'
import { button, dialog, notice, pageWith } from '#web/test/trade-screen.ts'

const drum: SellerOrder = {
  ...sampleSale,
  state: 'PROCESSING',
  phoneNumber: '08031234567',
  paidDate: '2026-01-06T10:00:00.000Z',
  parcel: { ...sampleParcel, state: 'PROCESSING', fee: 500, lines: 2, waiting: 2 },
  can: { ship: true, decline: true, message: true },
}
const stick: SellerOrder = { ...drum, orderId: 30, name: 'Stick', quantity: 1, total: 100 }

const answerSold = (lines: SellerOrder[]) =>
  answer(listSellerOrders, ({ query: { orderId } }) =>
    pageWith(lines.filter((line) => orderId === undefined || line.orderId === orderId)),
  )

test('lists a parcel as one row', async () => {
  answerSold([drum, stick])
  await openApp('/received-orders')
  expect(await screen.findByRole('link', { name: 'Held ₦1,500.00 · available −₦20.00' })).toBeVisible()
  const row = within(await screen.findByRole('list', { name: 'Received orders' })).getByRole('listitem')
  expect(row).toHaveTextContent('Drum and 1 more')
  expect(row).toHaveTextContent('Quantity 3')
  expect(row).toHaveTextContent('₦2,600.50')
})

test('ships a whole parcel with carrier and tracking number', async () => {
  answerSold([drum, stick])
  const user = await openApp('/received-order/31')
  const parcel = within(await screen.findByRole('region', { name: 'Parcel' }))
  expect(await parcel.findByRole('link', { name: '1 × Stick' })).toHaveAttribute('href', '/received-order/30')
  await user.click(await button('Mark as shipped'))
  const form = await dialog('Mark as shipped')
  expect(form.getByRole('switch', { name: /^All 2 items of this parcel/ })).toBeChecked()
  await user.type(form.getByLabelText('Carrier (optional)'), 'GIG')
  await user.type(form.getByLabelText('Tracking number (optional)'), 'G-1')
  answer(moveLine, () => ({ ...drum, state: 'SHIPPED' as const, can: { ...drum.can, ship: false } }))
  await user.click(form.getByRole('button', { name: 'Mark as shipped' }))
  await notice('Marked as shipped.')
  await waitFor(() =>
    expect(callsOf(moveLine)).toMatchObject([
      { body: { state: 'SHIPPED', carrier: 'GIG', trackingNumber: 'G-1', note: '', wholeParcel: true } },
    ]),
  )
})

test('marks a pick-up as ready without a carrier', async () => {
  answerSold([{ ...drum, parcel: { ...drum.parcel, method: 'PICKUP', waiting: 1 } }])
  const user = await openApp('/received-order/31')
  expect(await screen.findByText('The buyer picks it up: nothing to send')).toBeVisible()
  await user.click(await button('Mark as ready'))
  const form = await dialog('Mark as ready')
  expect(form.queryByLabelText(/Carrier/)).toBeNull()
  expect(form.queryByRole('switch')).toBeNull()
})

test('tells the seller what a decision leaves to them', async () => {
  const at = '2026-01-20T10:00:00.000Z'
  const ended = { state: 'COMPLETED' as const, receivedDate: at, decidedDate: at }
  const parcel = { ...drum.parcel, ...ended, fee: 200, feeLeft: 50, lines: 1, waiting: 0 }
  const can = { ship: false, decline: false, message: true }
  const decided = { disputeId: 4, refunded: 1000.25, feeRefunded: 150 }
  answerSold([{ ...drum, state: 'COMPLETED', ...decided, parcel, can }])
  await openApp('/received-order/31')
  const text =
    /: of ₦2,500\.50 the buyer gets ₦1,000\.25 back, and you keep ₦1,500\.25\. The buyer also gets ₦150\.00 of/
  expect(await screen.findByText(text)).toBeVisible()
  const facts = within(screen.getByRole('region', { name: 'Parcel' }))
  expect(facts.getByText('₦200.00, of which ₦150.00 goes back')).toBeVisible()
  expect(facts.getByText('Closed by a decision')).toBeVisible()
  expect(facts.queryByText('Received')).toBeNull()
})
