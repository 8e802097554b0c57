import type { SellerParcel } from '@rootsquare/contract/trade/orders'

/** For tests. */
export const sampleParcel: SellerParcel = {
  id: 41,
  method: 'DELIVERY',
  fee: 0,
  state: 'PENDING',
  carrier: null,
  trackingNumber: null,
  shippedDate: null,
  receivedDate: null,
  lines: 1,
  waiting: 0,
}
