import { z } from 'zod'
import { endpoint, Nothing } from '../lib/endpoint.ts'
import { Id, OwnUrl, text, Time } from '../lib/fields.ts'
import { Order } from './orders.ts'
import { paged, PageQuery } from '../lib/paged.ts'

const Ref = text(60)
const ByRef = z.object({ transactionRef: Ref })

export const initiatePayment = endpoint({
  method: 'POST',
  path: '/payment/initiate',
  access: 'member',
  shed: 'last',
  summary: 'A page to pay the order on; only its buyer, only while PENDING. Again: a page that works',
  body: z.object({ transactionRef: Ref, callbackUrl: OwnUrl }),
  reply: z.object({ authorizationUrl: z.string() }),
  limits: ['payment'],
  isIdempotent: 'outside',
})

/** How the last payment page of an unpaid order was left. */
export const lastTries = ['DECLINED', 'UNFINISHED'] as const

export const verifyPayment = endpoint({
  method: 'POST',
  path: '/payment/verify/:transactionRef',
  access: 'member',
  checksSession: true,
  shed: 'last',
  summary: 'Asks the provider; the order as it then stands',
  params: ByRef,
  reply: Order.extend({
    lastTry: z
      .enum(lastTries)
      .nullish()
      .meta({ description: 'While PENDING: how the last payment page was left, where that is known.' }),
  }),
  limits: ['payment'],
})

/** In the provider's own format, and read as raw bytes because they are signed. */
export const paymentWebhook = endpoint({
  method: 'POST',
  path: '/payment/webhook',
  access: 'public',
  shed: 'last',
  summary: 'What the provider tells us; a wrong signature: 401. The event is stored, then settled',
  isRaw: true,
  reply: Nothing,
  isUnlimited: true,
})

export const HeldPayment = z
  .object({
    transactionRef: z.string(),
    /** Identifies the payment attempt, because an order may have several. */
    reference: z.string(),
    orderId: Id,
    buyerId: Id.nullable(),
    buyerUsername: z.string(),
    expected: z.number(),
    paid: z.number().nullable(),
    currency: z.string().nullable(),
    why: z.string(),
    createdDate: Time,
  })
  .meta({ id: 'HeldPayment' })
export type HeldPayment = z.output<typeof HeldPayment>

export const listHeld = endpoint({
  method: 'GET',
  path: '/payment/held',
  access: 'admin',
  summary: 'Payments that do not match what was asked, the oldest first',
  query: PageQuery,
  reply: paged(HeldPayment),
})

export const decideHeld = endpoint({
  method: 'POST',
  path: '/payment/held/:transactionRef',
  access: 'admin',
  summary: 'Accept the payment for the order, or send it back. No reference: the order’s oldest that is held',
  params: ByRef,
  body: z.object({
    action: z.enum(['accept', 'refund'], 'Must be accept or refund.'),
    reference: Ref.optional(),
  }),
  reply: Nothing,
  message: 'The payment has been dealt with. The buyer has been told.',
})
