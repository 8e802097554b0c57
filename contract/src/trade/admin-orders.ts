import { z } from 'zod'
import { DisputeEntry } from './disputes.ts'
import { endpoint } from '../lib/endpoint.ts'
import { ById, Id, IdInPath, text, Time } from '../lib/fields.ts'
import { Order, OrderState } from './orders.ts'
import { PageQuery } from '../lib/paged.ts'
import { PayoutProblem } from './payouts.ts'

export const orderProblems = ['HELD', 'REFUND_FAILED', 'DISPUTED', 'LATE', 'PAYOUT_FAILED'] as const
export const OrderProblem = z.enum(orderProblems, 'No such problem.').meta({
  description:
    'HELD: a payment waits for an admin. LATE: paid, and a line is unshipped after 14 days. The others say what failed or is open.',
})
export type OrderProblem = z.output<typeof OrderProblem>

/** An order in the list for staff. */
export const AdminOrderEntry = z
  .object({
    orderId: Id,
    transactionRef: z.string(),
    orderStatus: OrderState,
    totalAmount: z.number(),
    buyerId: Id.nullable().meta({ description: 'Null when the buyer is erased.' }),
    buyerUsername: z.string(),
    problems: z.array(OrderProblem),
    createdDate: Time,
  })
  .meta({ id: 'AdminOrderEntry' })
export type AdminOrderEntry = z.output<typeof AdminOrderEntry>

/** A payment page of the order, and what came of it. */
export const AdminPayment = z
  .object({
    reference: z.string(),
    state: z.enum(['OPEN', 'PAID', 'HELD', 'REFUNDED']),
    providerStatus: z.string().nullable().meta({ description: 'The provider’s own word.' }),
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
    orderLineId: Id.nullable().meta({ description: 'Null: the whole payment.' }),
    reference: z.string().meta({ description: 'Of the payment.' }),
    amount: z.number(),
    state: z.enum(['ASKED', 'PENDING', 'PROCESSED', 'FAILED', 'NEEDS_ATTENTION']).meta({
      description:
        'ASKED: the provider has not confirmed it yet. NEEDS_ATTENTION: the provider asks for details of the buyer’s bank account.',
    }),
    createdDate: Time,
    changedDate: Time,
  })
  .meta({ id: 'AdminRefund' })
export type AdminRefund = z.output<typeof AdminRefund>

const AdminSeller = z.object({
  sellerId: Id.nullable(),
  sellerUsername: z.string(),
  total: z.number().meta({ description: 'Of the lines that were not canceled.' }),
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
  'CANCEL',
  'RELEASE',
  'HOLD',
  'DISPUTE',
  'REFUND',
  'REFUND_PAID',
  'CHARGEBACK',
  'PAYOUT',
  'PAYOUT_PAID',
  'PAYOUT_RETURNED',
] as const

/** What one event moved between accounts. */
export const LedgerRow = z
  .object({
    id: Id,
    kind: z.enum(ledgerKinds),
    entries: z
      .array(z.object({ account: z.string(), amount: z.number() }))
      .meta({ description: 'Together 0.' }),
    createdDate: Time,
  })
  .meta({ id: 'LedgerRow' })
export type LedgerRow = z.output<typeof LedgerRow>

/** The whole order for staff. */
export const AdminOrder = Order.extend({
  phoneNumber: z
    .string()
    .nullable()
    .meta({ description: 'Null unless the order is held or disputed, as the addresses.' }),
  buyerId: Id.nullable(),
  buyerUsername: z.string(),
  problems: z.array(OrderProblem),
  heldReason: z.string().nullable(),
  sellers: z.array(AdminSeller),
  payments: z.array(AdminPayment).meta({ description: 'Oldest first, as the refunds.' }),
  refunds: z.array(AdminRefund),
  disputes: z.array(AdminDispute),
  payouts: z.array(PayoutProblem).meta({
    description: 'With money of this order, the last for each line. The amounts may cover other orders too.',
  }),
  ledger: z.array(LedgerRow),
  can: Order.shape.can.extend({ retry: z.boolean(), decideHeld: z.boolean() }),
}).meta({ id: 'AdminOrder' })
export type AdminOrder = z.output<typeof AdminOrder>

export const AdminOrdersQuery = z.object({
  q: text(100, 0)
    .optional()
    .meta({ description: 'The reference or its beginning, with or without `RS-`; or a username.' }),
  state: OrderState.optional(),
  buyerId: IdInPath.optional(),
  sellerId: IdInPath.optional(),
  problem: OrderProblem.optional(),
  cursor: IdInPath.optional().meta({ description: '`nextCursor` of the page before.' }),
  size: PageQuery.shape.size,
})
export type AdminOrdersQuery = z.output<typeof AdminOrdersQuery>

const AdminOrderList = z.object({
  content: z.array(AdminOrderEntry),
  nextCursor: z.int().nullable().meta({ description: 'Null at the end.' }),
})
export type AdminOrderList = z.output<typeof AdminOrderList>

export const listAdminOrders = endpoint({
  method: 'GET',
  path: '/orders/admin',
  access: 'admin',
  summary: 'All orders, the newest first; by reference, by buyer or seller, and those with a problem',
  query: AdminOrdersQuery,
  reply: AdminOrderList,
})

export const getAdminOrder = endpoint({
  method: 'GET',
  path: '/orders/admin/:id',
  access: 'admin',
  summary: 'The whole order: lines, parcels, sellers, payments, refunds, disputes, payouts, ledger, history',
  params: ById,
  reply: AdminOrder,
})

export const retryOrder = endpoint({
  method: 'POST',
  path: '/orders/admin/:id/retry',
  access: 'admin',
  summary: 'Requests its failed refunds again and pays its failed payouts again at once. Nothing failed: 409',
  params: ById,
  reply: AdminOrder,
  message: 'It has been requested again.',
})
