import { expect, test } from 'vitest'
import type { Order, OrderLine, Parcel } from '@rootsquare/contract/trade/orders'
import { nextStepText, refundOf } from '#web/features/orders/order/order-labels.ts'
import { drumLine, paidOrder, sampleParcel } from '#web/test/orders.ts'

const parcel: Parcel = {
  ...sampleParcel,
  sellerId: 2,
  sellerUsername: 'sade',
  fee: 150.5,
  can: { confirm: false },
}

test('refunds the delivery fee only with the last line of a parcel', () => {
  const stick: OrderLine = { ...drumLine, orderLineId: 32 }
  const ofAnother: OrderLine = { ...drumLine, orderLineId: 33, seller: 4 }
  const order = { ...paidOrder, parcels: [parcel], orderItemList: [drumLine, stick, ofAnother] }
  expect(refundOf(order, drumLine)).toEqual({ amount: 500, note: ' without the delivery fee' })
  const orderItemList: OrderLine[] = [drumLine, { ...stick, state: 'CANCELED' }, ofAnother]
  expect(refundOf({ ...order, orderItemList }, drumLine)).toEqual({
    amount: 650.5,
    note: ' with the delivery fee',
  })
  expect(refundOf(order, ofAnother)).toEqual({ amount: 500, note: '' })
})

test('promises no date for a parcel that is in dispute', () => {
  const history = [{ state: 'SHIPPED', createdDate: '2026-01-07T10:00:00.000Z' } as const]
  const order: Order = { ...paidOrder, orderStatus: 'SHIPPED', history }
  expect(nextStepText(order)).toBe('What is in dispute waits for the decision.')
  const confirmable = { ...order, parcels: [{ ...parcel, can: { confirm: true } }] }
  expect(nextStepText(confirmable)).toMatch(/^Counts as received on .* What is in dispute waits/)
})
