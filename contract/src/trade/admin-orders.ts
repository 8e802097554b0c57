import { z } from 'zod'
import { DisputeEntry } from './disputes.ts'
import { CursorQuery, cursorList } from '../lib/cursor-list.ts'
import { endpoint } from '../lib/endpoint.ts'
import { ById, Id, IdInPath, text, Time } from '../lib/fields.ts'
import { Order, OrderState } from './orders.ts'
import { PayoutProblem } from './payouts.ts'

export const orderProblems = [
  'HELD',
  'REFUND_FAILED',
  'DISPUTED',
  'LATE',
  'PAYOUT_FAILED',
  'SELLER_LOCKED',
] as const
export const OrderProblem = z.enum(orderProblems, 'No such problem.').meta({
  description:
    'HELD: a payment waits for an admin. LATE: a line is unshipped 14 days after payment. SELLER_LOCKED: a line is shipped and not settled, and its seller is banned or suspended for over 7 days. The others say what failed or is open.',
})
export type OrderProblem = z.output<typeof OrderProblem>

/** The list for staff has entries of this shape. */
export const AdminOrderEntry = z
  .object({
    orderId: Id,
    transactionRef: z.string(),
    orderStatus: OrderState,
    totalAmount: z.number(),
    buyerId: Id.nullable().meta({ description: 'Null if the buyer has been erased.' }),
    buyerUsername: z.string(),
    problems: z.array(OrderProblem),
    createdDate: Time,
  })
  .meta({ id: 'AdminOrderEntry' })
export type AdminOrderEntry = z.output<typeof AdminOrderEntry>

/** A payment page of the order, and its outcome. */
export const AdminPayment = z
  .object({
    reference: z.string(),
    state: z.enum(['OPEN', 'PAID', 'HELD', 'REFUNDED']),
    providerStatus: z.string().nullable().meta({ description: 'The status in the provider’s own words.' }),
    expected: z.number(),
    paid: z.number().nullable(),
    currency: z.string().nullable(),
    heldReason: z.string().nullable(),
    createdDate: Time,
    settledDate: Time.nullable(),
  })
  .meta({ id: 'AdminPayment' })
export type AdminPayment = z.output<typeof AdminPayment>

export const AdminRefund = z
  .object({
    id: Id,
    orderLineId: Id.nullable().meta({ description: 'Null if the whole payment is refunded.' }),
    reference: z.string().meta({ description: 'The reference of the payment.' }),
    amount: z.number(),
    state: z.enum(['ASKED', 'PENDING', 'PROCESSED', 'FAILED', 'NEEDS_ATTENTION']).meta({
      description:
        'ASKED: the provider has not confirmed it yet. NEEDS_ATTENTION: the provider asks for details of the buyer’s bank account.',
    }),
    createdDate: Time,
    changedDate: Time,
    settledDate: Time.nullable().meta({ description: 'When staff settled it outside the provider.' }),
    can: z.object({ settle: z.boolean() }),
  })
  .meta({ id: 'AdminRefund' })
export type AdminRefund = z.output<typeof AdminRefund>

const AdminSeller = z.object({
  sellerId: Id.nullable(),
  sellerUsername: z.string(),
  total: z.number().meta({ description: 'The total of the lines that are not canceled.' }),
})

export const AdminDispute = DisputeEntry.pick({
  id: true,
  orderLineId: true,
  name: true,
  reason: true,
  state: true,
  decision: true,
  createdDate: true,
}).meta({ id: 'AdminDispute' })
export type AdminDispute = z.output<typeof AdminDispute>

const ledgerKinds = [
  'PAYMENT',
  'SALE',
  'WRITE_OFF',
  'CANCEL',
  'RELEASE',
  'HOLD',
  'DISPUTE',
  'REFUND',
  'REFUND_PAID',
  'REFUND_SETTLED',
  'CHARGEBACK',
  'PAYOUT',
  'PAYOUT_PAID',
  'PAYOUT_RETURNED',
] as const

/** The amounts that one event moved between accounts. */
export const LedgerRow = z
  .object({
    id: Id,
    kind: z.enum(ledgerKinds),
    entries: z
      .array(z.object({ account: z.string(), amount: z.number() }))
      .meta({ description: 'The amounts add up to 0.' }),
    createdDate: Time,
  })
  .meta({ id: 'LedgerRow' })
export type LedgerRow = z.output<typeof LedgerRow>

/** Staff see an order in this shape, with everything that belongs to it. */
export const AdminOrder = Order.extend({
  phoneNumber: z
    .string()
    .nullable()
    .meta({ description: 'Null unless the order is held or disputed, like the addresses.' }),
  buyerId: Id.nullable(),
  buyerUsername: z.string(),
  problems: z.array(OrderProblem),
  heldReason: z.string().nullable(),
  sellers: z.array(AdminSeller),
  payments: z.array(AdminPayment).meta({ description: 'Oldest first, like the refunds.' }),
  refunds: z.array(AdminRefund),
  disputes: z.array(AdminDispute),
  payouts: z.array(PayoutProblem).meta({
    description: 'The last payout for each line. The amounts may include other orders.',
  }),
  ledger: z.array(LedgerRow),
  can: Order.shape.can.extend({ retry: z.boolean(), decideHeld: z.boolean() }),
}).meta({ id: 'AdminOrder' })
export type AdminOrder = z.output<typeof AdminOrder>

export const AdminOrdersQuery = z.object({
  q: text(100, 0)
    .optional()
    .meta({ description: 'A reference or its beginning, with or without `RS-`, or a username.' }),
  state: OrderState.optional(),
  buyerId: IdInPath.optional(),
  sellerId: IdInPath.optional(),
  problem: OrderProblem.optional(),
  ...CursorQuery.shape,
})
export type AdminOrdersQuery = z.output<typeof AdminOrdersQuery>

const AdminOrderList = cursorList(AdminOrderEntry)
export type AdminOrderList = z.output<typeof AdminOrderList>

export const listAdminOrders = endpoint({
  method: 'GET',
  path: '/orders/admin',
  access: 'admin',
  summary: 'List all orders, newest first. Filters are reference, buyer, seller, state and problem',
  query: AdminOrdersQuery,
  reply: AdminOrderList,
})

export const getAdminOrder = endpoint({
  method: 'GET',
  path: '/orders/admin/:id',
  access: 'admin',
  summary: 'Get an order with its parcels, payments, refunds, disputes, payouts, ledger and history',
  params: ById,
  reply: AdminOrder,
})

export const retryOrder = endpoint({
  method: 'POST',
  path: '/orders/admin/:id/retry',
  access: 'admin',
  summary: 'Retry the failed refunds and payouts of an order. 409 if nothing has failed',
  params: ById,
  reply: AdminOrder,
  message: 'It has been requested again.',
})

export const settleNoteLength = 300

export const settleRefund = endpoint({
  method: 'POST',
  path: '/orders/admin/:id/settle',
  access: 'admin',
  summary:
    'Settle a failed refund outside the provider. It is never requested again. Not one’s own order, 409 unless it has failed',
  params: ById,
  body: z.object({ refundId: Id, note: text(settleNoteLength) }),
  reply: AdminOrder,
  message: 'The refund counts as paid.',
})
