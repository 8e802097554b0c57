import type { Order, OrderLine, SellerOrder, SellerParcel } from '@rootsquare/contract/trade/orders'

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
  feeWithRefund: 0,
  disputeId: null,
  can: { refund: false, message: true, dispute: false, review: false },
}

/** An order of one drum that is not yet paid. */
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
  extraPayments: [],
  history: [],
  can: { pay: false, cancel: false, confirm: false },
}

export const nothingTo: Order['can'] = { pay: false, cancel: false, confirm: false }
export const ordered = { state: 'PENDING', createdDate: '2026-01-05T10:00:00.000Z' } as const

/** An order that can still be paid. */
export const pendingOrder: Order = {
  ...sampleOrder,
  phoneNumber: '08031234567',
  payBefore: '2026-01-05T11:00:00.000Z',
  history: [ordered],
  can: { pay: true, cancel: true, confirm: false },
}

export const canceledOrder: Order = {
  ...pendingOrder,
  orderStatus: 'CANCELED',
  payBefore: null,
  can: nothingTo,
}

export const paidOrder: Order = {
  ...canceledOrder,
  orderStatus: 'PROCESSING',
  orderItemList: [{ ...drumLine, state: 'PROCESSING' }],
  history: [ordered, { state: 'PROCESSING', createdDate: '2026-01-06T10:00:00.000Z' }],
}

export const sampleParcel: SellerParcel = {
  id: 41,
  method: 'DELIVERY',
  fee: 0,
  feeLeft: 0,
  state: 'PENDING',
  carrier: null,
  trackingNumber: null,
  shippedDate: null,
  receivedDate: null,
  decidedDate: null,
  lines: 1,
  waiting: 0,
}

/** A sale of two drums as the seller sees it, not yet paid. */
export const sampleSale: SellerOrder = {
  orderId: 31,
  transactionRef: reference,
  itemId: 7,
  name: 'Drum',
  itemImageUrl: null,
  thumbnailUrl: null,
  quantity: 2,
  unitPrice: 1250.25,
  total: 2500.5,
  state: 'PENDING',
  phoneNumber: null,
  shippingAddress: null,
  billingAddress: null,
  buyer: 3,
  buyerName: 'Bello Buyer',
  username: 'bello',
  profileImageUrl: null,
  note: null,
  reason: null,
  createdDate: '2026-01-05T10:00:00.000Z',
  paidDate: null,
  feeWithRefund: 0,
  feeRefunded: 0,
  disputeId: null,
  refunded: null,
  parcel: sampleParcel,
  can: { ship: false, decline: false, message: true },
}
