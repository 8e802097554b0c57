import { z } from 'zod'
import { endpoint, Nothing, postByMember } from '../lib/endpoint.ts'
import { Id, mayBeAbsent, OwnUrl, text, Time } from '../lib/fields.ts'
import { Order } from './orders.ts'
import { paged, PageQuery } from '../lib/paged.ts'

const Ref = text(60)
const ByRef = z.object({ transactionRef: Ref })

export const initiatePayment = endpoint({
  ...postByMember,
  path: '/payment/initiate',
  summary:
    'Open a payment page for an order. Only its buyer, while PENDING. A repeated call returns a valid page',
  body: z.object({ transactionRef: Ref, callbackUrl: OwnUrl }),
  reply: z.object({ authorizationUrl: z.string() }),
  limits: ['payment'],
  isIdempotent: true,
})

/** The outcome of the last payment page of an unpaid order. */
export const lastTries = ['DECLINED', 'UNFINISHED'] as const

export const verifyPayment = endpoint({
  ...postByMember,
  path: '/payment/verify/:transactionRef',
  summary: 'Verify a payment with the provider and get the updated order. Only its buyer',
  params: ByRef,
  reply: Order.extend({
    lastTry: z
      .enum(lastTries)
      .nullish()
      .meta({ description: 'While PENDING, the outcome of the last payment page, if known.' }),
  }),
  limits: ['payment'],
})

/** The body has the provider's own format. It is read as raw bytes because the provider has signed them. */
export const paymentWebhook = endpoint({
  method: 'POST',
  path: '/payment/webhook',
  access: 'public',
  summary:
    'Receive an event from the payment provider and store it for processing. 401 if the signature is wrong',
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
  summary: 'List payments that do not match their order, oldest first',
  query: PageQuery,
  reply: paged(HeldPayment),
})

export const decideHeld = endpoint({
  method: 'POST',
  path: '/payment/held/:transactionRef',
  access: 'admin',
  summary: 'Accept or refund a held payment. Without `reference`, the oldest held payment of the order',
  params: ByRef,
  body: z.object({
    action: z.enum(['accept', 'refund'], 'Must be accept or refund.'),
    reference: mayBeAbsent(Ref),
  }),
  reply: Nothing,
  message: 'The payment has been dealt with. The buyer has been told.',
})
