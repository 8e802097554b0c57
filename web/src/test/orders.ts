import type { Order, OrderLine } from '@rootsquare/contract/trade/orders'

export const reference = 'RS-AAAAAAAAAAAAAAAAAAAA'

export const drumLine: OrderLine = {
  orderLineId: 31,
  itemId: 7,
  name: 'Drum',
  imageUrl: null,
  thumbnailUrl: null,
  seller: 2,
  sellerUsername: 'sade',
  sellerProfileImage: null,
  quantity: 1,
  unitPrice: 500,
  total: 500,
  state: 'PENDING',
  note: null,
  reason: null,
  disputeId: null,
  can: { refund: false, message: true, dispute: false, review: false },
}

/** One drum, bought and not yet paid. */
export const sampleOrder: Order = {
  orderId: 9,
  transactionRef: reference,
  orderStatus: 'PENDING',
  totalAmount: 500,
  phoneNumber: null,
  shippingAddress: null,
  billingAddress: null,
  orderItemList: [drumLine],
  parcels: [],
  createdDate: '2026-01-05T10:00:00.000Z',
  payBefore: null,
  held: false,
  refund: null,
  history: [],
  can: { pay: false, cancel: false, confirm: false },
}
