import { expect, test } from 'vitest'
import type { Order, Parcel } from '@rootsquare/contract/trade/orders'
import { deliveryFeeText, nextStepText, refundOf } from '#web/features/orders/order-labels.ts'
import { drumLine, paidOrder, sampleParcel } from '#web/test/orders.ts'

const parcel: Parcel = {
  ...sampleParcel,
  sellerId: 2,
  sellerUsername: 'sade',
  fee: 150.5,
  feeLeft: 150.5,
  can: { confirm: false },
}

test('says how much of the delivery fee goes back', () => {
  expect(refundOf(drumLine, parcel)).toEqual({ amount: 500, note: ' without the delivery fee' })
  const last = { ...drumLine, feeWithRefund: 150.5 }
  expect(refundOf(last, parcel)).toEqual({ amount: 650.5, note: ' with the delivery fee' })
  const rest = { ...parcel, feeLeft: 50.5 }
  expect(refundOf({ ...drumLine, feeWithRefund: 50.5 }, rest)).toEqual({
    amount: 550.5,
    note: ' with the rest of the delivery fee',
  })
  expect(deliveryFeeText(rest)).toBe('₦150.50, of which ₦100.00 goes back')
  expect(refundOf(drumLine, { ...parcel, feeLeft: 0 })).toEqual({ amount: 500, note: '' })
})

test('promises no date for a parcel that is in dispute', () => {
  const history = [{ state: 'SHIPPED', createdDate: '2026-01-07T10:00:00.000Z' } as const]
  const order: Order = { ...paidOrder, orderStatus: 'SHIPPED', history }
  expect(nextStepText(order)).toBe('What is in dispute waits for the decision.')
  const confirmable = { ...order, parcels: [{ ...parcel, can: { confirm: true } }] }
  expect(nextStepText(confirmable)).toMatch(/^Counts as received on .* What is in dispute waits/)
})
