import { z } from 'zod'
import { OrderAddress } from '../addresses.ts'
import { Series, SeriesQuery } from '../analytics.ts'
import { endpoint, getByMember, postByMember } from '../lib/endpoint.ts'
import { ById, Id, IdInPath, lineText, mayBeAbsent, text, Time } from '../lib/fields.ts'
import { deliveryMethods } from './market.ts'
import { paged, PageQuery } from '../lib/paged.ts'
import { ExtraPayment, RefundState } from './refunds.ts'

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
/** A seller should ship within these days of the payment, and a buyer should confirm within these days of the shipping. */
export const shipWithinDays = 14
export const confirmWithinDays = 14
/** A buyer may open a dispute until this many days after a line is completed. */
export const disputeWithinDays = 7
export const orderNoteLength = 300
export const orderReasonLength = 300

const feeWithRefund = z.number().meta({
  description:
    'What goes back of the parcel’s fee if the line is canceled: what is left with the last paid line.',
})

export const OrderLine = z
  .object({
    orderLineId: Id,
    itemId: Id.nullable().meta({ description: 'Null if it was erased with its seller, like `seller`.' }),
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
    note: z
      .string()
      .nullable()
      .meta({ description: 'How it was shipped, such as the rider, a phone number or a tracking number.' }),
    reason: z.string().nullable().meta({ description: 'Why it was declined or refunded.' }),
    feeWithRefund,
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

/** The lines of an order that one seller hands over together. */
export const Parcel = z
  .object({
    sellerId: Id.nullable().meta({ description: 'Null if the seller has been erased.' }),
    sellerUsername: z.string(),
    method: z.enum(deliveryMethods),
    fee: z.number(),
    feeLeft: z.number().meta({ description: 'What has not gone back of `fee`.' }),
    state: OrderState,
    carrier: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    shippedDate: Time.nullable().meta({ description: 'When the last of its lines was shipped.' }),
    receivedDate: Time.nullable().meta({
      description: 'When all of it was completed: confirmed, by time, or by decisions on disputes.',
    }),
    decidedDate: Time.nullable().meta({
      description: 'When decisions on disputes had closed all of it. Null if it was received.',
    }),
    can: z.object({ confirm: z.boolean() }),
  })
  .meta({ id: 'Parcel' })
export type Parcel = z.output<typeof Parcel>

/** A seller sees the parcel of a line in this shape. */
export const SellerParcel = Parcel.omit({ sellerId: true, sellerUsername: true, can: true })
  .extend({
    id: Id,
    lines: z.int().meta({ description: 'The number of lines, without canceled ones.' }),
    waiting: z.int().meta({ description: 'The number of lines that are paid and not shipped.' }),
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
    payBefore: Time.nullable().meta({
      description: 'While PENDING, the time at which the order fails unless it is paid.',
    }),
    held: z.boolean().meta({ description: 'True while a payment that does not match waits for an admin.' }),
    refund: z
      .object({ amount: z.number(), state: RefundState, createdDate: Time })
      .nullable()
      .meta({ description: 'The total of all refunds of this order, with the state of the slowest one.' }),
    extraPayments: z
      .array(ExtraPayment)
      .meta({ description: 'What came twice or too late and goes back. Not part of `refund`.' }),
    history: z.array(Move),
    can: z.object({ pay: z.boolean(), cancel: z.boolean(), confirm: z.boolean() }),
  })
  .meta({ id: 'Order' })
export type Order = z.output<typeof Order>

export const SellerOrder = z
  .object({
    orderId: Id.meta({ description: 'The id of the order line.' }),
    transactionRef: z.string().meta({ description: 'Of the order that the line belongs to.' }),
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
      .meta({ description: 'Null before payment and after cancellation, like the addresses.' }),
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
    feeWithRefund,
    feeRefunded: z.number().meta({ description: 'What goes back of the parcel’s fee with this line.' }),
    disputeId: Id.nullable(),
    refunded: z.number().nullable().meta({
      description: 'What the buyer gets back of `total` by the decision on the dispute. Null without one.',
    }),
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
  .meta({ type: 'string', description: 'One status, or several separated by commas.' })

export const listOrders = endpoint({
  ...getByMember,
  path: '/cart/orders',
  summary: 'List the caller’s orders, newest first',
  query: PageQuery.extend({ transactionRef: text(60).optional(), status: States.optional() }),
  reply: paged(Order),
})

export const listSellerOrders = endpoint({
  ...getByMember,
  path: '/cart/seller/orders',
  summary: 'List what the caller has sold, one row per order line. `orderId` selects a single line',
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
  summary:
    'Cancel a PENDING order and release its stock. Only its buyer. 409 if the provider reports it as paid',
  params: ById,
  reply: Order,
  message: 'Your order has been canceled.',
})

export const moveLine = endpoint({
  method: 'PATCH',
  path: '/cart/seller/order/:id',
  access: 'member',
  summary:
    'Ship an order line or its whole parcel, or decline an unshipped line and refund it. Only its seller',
  params: ById,
  body: z.discriminatedUnion('state', [
    z.object({
      state: z.literal('SHIPPED'),
      note: text(orderNoteLength, 0).nullish(),
      carrier: lineText(carrierLength, 0)
        .nullish()
        .meta({ description: 'The carrier of the parcel. The latest value is stored.' }),
      trackingNumber: lineText(trackingNumberLength, 0).nullish(),
      wholeParcel: mayBeAbsent(z.boolean()),
    }),
    z.object({ state: z.literal('CANCELED'), reason: text(orderReasonLength) }),
  ]),
  reply: SellerOrder,
})

export const confirmOrder = endpoint({
  method: 'PATCH',
  path: '/cart/order/:id/received',
  access: 'member',
  summary: 'Confirm receipt of an order, or with `sellerId` of that seller’s parcel. Only its buyer',
  params: ById,
  body: z.object({ sellerId: mayBeAbsent(Id) }).nullish(),
  reply: Order,
  message: (order) =>
    'orderStatus' in order && order.orderStatus === 'COMPLETED'
      ? 'Thank you. Your order is completed.'
      : 'Thank you. We have told the seller.',
})

export const refundLine = endpoint({
  ...postByMember,
  path: '/cart/order/:id/refund',
  summary:
    'Refund an unshipped line. Admins, or its buyer 14 days after payment or if the seller cannot ship',
  params: ById,
  body: z.object({ orderLineId: Id, reason: text(orderReasonLength) }),
  reply: Order,
  message: 'The refund is on its way.',
})

export const buyAgain = endpoint({
  ...postByMember,
  path: '/cart/order/:id/again',
  summary: 'Add the items of an order to the cart again, as far as in stock. Only its buyer. Safe to repeat',
  params: ById,
  reply: z.object({
    added: z
      .int()
      .meta({ description: 'The number of lines, including those that were already in the cart.' }),
    missing: z.array(z.string()).meta({ description: 'The names of items that cannot be bought now.' }),
    reduced: z.array(z.string()).meta({
      description: 'The names of items in the cart of which fewer are in stock than were ordered.',
    }),
  }),
})

export const sellerFigures = endpoint({
  ...getByMember,
  path: '/cart/seller/figures',
  summary: 'Get the caller’s sales in Naira, units sold and orders still to ship, by the day of payment',
  query: SeriesQuery,
  reply: z.object({ sales: Series, units: Series, openOrders: Series }),
})
