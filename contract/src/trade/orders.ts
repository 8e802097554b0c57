import { z } from 'zod'
import { OrderAddress } from '../addresses.ts'
import { Series, SeriesQuery } from '../analytics.ts'
import { endpoint } from '../lib/endpoint.ts'
import { ById, Id, IdInPath, text, Time } from '../lib/fields.ts'
import { deliveryMethods } from './market.ts'
import { paged, PageQuery } from '../lib/paged.ts'

export const orderStates = ['PENDING', 'PROCESSING', 'SHIPPED', 'COMPLETED', 'CANCELED', 'FAILED'] as const
export const OrderState = z.enum(orderStates)
export type OrderState = z.output<typeof OrderState>

/**
 * The allowed status changes of an order. The server rejects every other one, and the screen disables its button. An order
 * becomes PROCESSING only when the provider confirms its payment, even after it has failed or was canceled.
 */
export const nextStates: Record<OrderState, readonly OrderState[]> = {
  PENDING: ['PROCESSING', 'CANCELED', 'FAILED'],
  PROCESSING: ['SHIPPED', 'CANCELED'],
  SHIPPED: ['COMPLETED'],
  COMPLETED: [],
  CANCELED: ['PROCESSING'],
  FAILED: ['PROCESSING'],
}

/** The spec names two states for each tab. The others are added where people would look, so that every order is shown. */
export const orderTabs = {
  'Completed/Pending': ['COMPLETED', 'PENDING', 'PROCESSING', 'SHIPPED'],
  'Canceled/Failed': ['CANCELED', 'FAILED'],
} as const satisfies Record<string, readonly OrderState[]>

/** The provider's minimum and our own maximum, in kobo. */
export const minTotalKobo = 5000
export const maxTotalKobo = 100_000_000_000
/** Days after payment in which a seller should ship, and after shipping in which a buyer should confirm. */
export const shipWithinDays = 14
export const confirmWithinDays = 14
/** Days after a line is completed in which its buyer may still say that something is wrong. */
export const disputeWithinDays = 7
export const orderNoteLength = 300
export const orderReasonLength = 300

export const RefundState = z.enum(['PENDING', 'PROCESSED', 'FAILED'])

export const OrderLine = z
  .object({
    orderLineId: Id,
    itemId: Id.nullable().meta({ description: 'Null when it went with its seller, as `seller`.' }),
    name: z.string(),
    imageUrl: z.string().nullable(),
    thumbnailUrl: z.string().nullable(),
    seller: Id.nullable(),
    sellerUsername: z.string(),
    sellerProfileImage: z.string().nullable(),
    quantity: z.int(),
    unitPrice: z.number(),
    total: z.number(),
    state: OrderState,
    note: z.string().nullable().meta({ description: 'How it was shipped: rider, phone, tracking.' }),
    reason: z.string().nullable().meta({ description: 'Why it was declined or refunded.' }),
    disputeId: Id.nullable(),
    can: z.object({
      refund: z.boolean(),
      message: z.boolean(),
      dispute: z.boolean(),
      review: z.boolean(),
    }),
  })
  .meta({ id: 'OrderLine' })
export type OrderLine = z.output<typeof OrderLine>

export const carrierLength = 60
export const trackingNumberLength = 60

/** What one seller of an order sends. */
export const Parcel = z
  .object({
    sellerId: Id.nullable().meta({ description: 'Null when the seller is erased.' }),
    sellerUsername: z.string(),
    method: z.enum(deliveryMethods),
    fee: z.number(),
    state: OrderState,
    carrier: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    shippedDate: Time.nullable().meta({ description: 'When the last of its lines was shipped.' }),
    receivedDate: Time.nullable(),
    can: z.object({ confirm: z.boolean() }),
  })
  .meta({ id: 'Parcel' })
export type Parcel = z.output<typeof Parcel>

/** The parcel that a line of a seller is in. */
export const SellerParcel = Parcel.pick({
  method: true,
  fee: true,
  state: true,
  carrier: true,
  trackingNumber: true,
  shippedDate: true,
  receivedDate: true,
})
  .extend({
    id: Id,
    lines: z.int().meta({ description: 'How many it has, without canceled ones.' }),
    waiting: z.int().meta({ description: 'How many of them are paid and not shipped.' }),
  })
  .meta({ id: 'SellerParcel' })
export type SellerParcel = z.output<typeof SellerParcel>

const Move = z.object({ state: OrderState, createdDate: Time })

export const Order = z
  .object({
    orderId: Id,
    transactionRef: z.string(),
    orderStatus: OrderState,
    totalAmount: z.number(),
    phoneNumber: z.string().nullable(),
    shippingAddress: OrderAddress.nullable(),
    billingAddress: OrderAddress.nullable(),
    orderItemList: z.array(OrderLine),
    parcels: z.array(Parcel),
    createdDate: Time,
    payBefore: Time.nullable().meta({ description: 'While PENDING: when it fails unless it is paid.' }),
    held: z.boolean().meta({ description: 'A payment that does not match waits for an admin.' }),
    refund: z
      .object({ amount: z.number(), state: RefundState, createdDate: Time })
      .nullable()
      .meta({ description: 'All that was refunded of it, and how far the slowest part is.' }),
    history: z.array(Move),
    can: z.object({ pay: z.boolean(), cancel: z.boolean(), confirm: z.boolean() }),
  })
  .meta({ id: 'Order' })
export type Order = z.output<typeof Order>

export const SellerOrder = z
  .object({
    orderId: Id.meta({ description: 'The line’s.' }),
    itemId: Id.nullable(),
    name: z.string(),
    itemImageUrl: z.string().nullable(),
    thumbnailUrl: z.string().nullable(),
    quantity: z.int(),
    unitPrice: z.number(),
    total: z.number(),
    state: OrderState,
    phoneNumber: z
      .string()
      .nullable()
      .meta({ description: 'Null until paid and once canceled, as the addresses.' }),
    shippingAddress: OrderAddress.nullable(),
    billingAddress: OrderAddress.nullable(),
    buyer: Id.nullable(),
    buyerName: z.string(),
    username: z.string(),
    profileImageUrl: z.string().nullable(),
    note: z.string().nullable(),
    reason: z.string().nullable(),
    createdDate: Time,
    paidDate: Time.nullable(),
    disputeId: Id.nullable(),
    parcel: SellerParcel,
    can: z.object({ ship: z.boolean(), decline: z.boolean(), message: z.boolean() }),
  })
  .meta({ id: 'SellerOrder' })
export type SellerOrder = z.output<typeof SellerOrder>

/** A comma-separated list in the query, such as `PENDING,PROCESSING`. */
const States = z
  .string()
  .transform((value) => value.split(',').map((state) => state.trim().toUpperCase()))
  .pipe(z.array(z.enum(orderStates, 'No such status.')).min(1).max(orderStates.length))
  .meta({ type: 'string', description: 'One status, or several with commas between.' })

export const listOrders = endpoint({
  method: 'GET',
  path: '/cart/orders',
  access: 'member',
  summary: 'One’s own orders, the newest first',
  query: PageQuery.extend({ transactionRef: text(60).optional(), status: States.optional() }),
  reply: paged(Order),
})

export const listSellerOrders = endpoint({
  method: 'GET',
  path: '/cart/seller/orders',
  access: 'member',
  summary: 'What one has sold, a row for each line; with `orderId` that line alone',
  query: PageQuery.extend({
    buyerId: IdInPath.optional(),
    orderId: IdInPath.optional(),
    parcelId: IdInPath.optional(),
    status: States.optional(),
  }),
  reply: paged(SellerOrder),
})

export const cancelOrder = endpoint({
  method: 'PATCH',
  path: '/cart/cancel/order/:id',
  access: 'member',
  shed: 'last',
  summary:
    'The buyer, while PENDING; the stock goes back. With an open payment page the provider is asked first',
  params: ById,
  reply: Order,
  message: 'Your order has been canceled.',
})

export const moveLine = endpoint({
  method: 'PATCH',
  path: '/cart/seller/order/:id',
  access: 'member',
  summary:
    'The seller ships a line, or all that waits of its parcel, or declines one that is not shipped: it is refunded',
  params: ById,
  body: z.discriminatedUnion('state', [
    z.object({
      state: z.literal('SHIPPED'),
      note: text(orderNoteLength, 0).nullish(),
      carrier: text(carrierLength, 0).nullish().meta({ description: 'Of the parcel; the latest stays.' }),
      trackingNumber: text(trackingNumberLength, 0).nullish(),
      wholeParcel: z.boolean().optional(),
    }),
    z.object({ state: z.literal('CANCELED'), reason: text(orderReasonLength) }),
  ]),
  reply: SellerOrder,
})

export const confirmOrder = endpoint({
  method: 'PATCH',
  path: '/cart/order/:id/received',
  access: 'member',
  summary: 'The buyer has received all of it, or with `sellerId` the parcel of that seller',
  params: ById,
  body: z.object({ sellerId: Id.optional() }).nullish(),
  reply: Order,
  message: (order) =>
    'orderStatus' in order && order.orderStatus === 'COMPLETED'
      ? 'Thank you. Your order is completed.'
      : 'Thank you. We have told the seller.',
})

export const refundLine = endpoint({
  method: 'POST',
  path: '/cart/order/:id/refund',
  access: 'member',
  summary:
    'A line unshipped 14 days after payment, or of a seller who is locked out: its buyer. Each unshipped one: an admin',
  params: ById,
  body: z.object({ orderLineId: Id, reason: text(orderReasonLength) }),
  reply: Order,
  message: 'The refund is on its way.',
})

export const buyAgain = endpoint({
  method: 'POST',
  path: '/cart/order/:id/again',
  access: 'member',
  summary:
    'The buyer: puts what can be bought back into the cart, at most what is in stock. Twice does not double',
  params: ById,
  reply: z.object({
    added: z.int().meta({ description: 'Lines, also those that were in the cart already.' }),
    missing: z.array(z.string()).meta({ description: 'The names of what cannot be bought now.' }),
  }),
})

export const sellerFigures = endpoint({
  method: 'GET',
  path: '/cart/seller/figures',
  access: 'member',
  summary: 'One’s own sales in Naira, units sold and orders still to ship, by the day they were paid',
  query: SeriesQuery,
  reply: z.object({ sales: Series, units: Series, openOrders: Series }),
})
