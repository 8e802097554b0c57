import { expect, test } from 'vitest'
import type { OrderLine, Parcel } from '@rootsquare/contract/trade/orders'
import { refundOf } from '#web/features/orders/order/order-labels.ts'
import { drumLine, paidOrder, sampleParcel } from '#web/test/orders.ts'

test('refunds the delivery fee only with the last line of a parcel', () => {
  const parcel: Parcel = {
    ...sampleParcel,
    sellerId: 2,
    sellerUsername: 'sade',
    fee: 150.5,
    can: { confirm: false },
  }
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
