// This file is not in test/, because the sandbox of the product, the tests and the bench share it.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import {
  Amount,
  PaystackError,
  parsePaystackInput,
  rejectedReply,
  successReply,
  type PaystackReply,
} from './paystack-replies.ts'
import { answerTransferCall, transferRoutes, type TransferStore } from './transfers-api.ts'

/** A payment. `requested_amount` is the amount that was requested, `amount` the amount that was paid. */
export type Transaction = {
  id: number
  domain: string
  status: string
  reference: string
  amount: number
  requested_amount: number
  currency: string
  gateway_response: string
}

/** A refund. `transaction` is the id of its transaction. */
export type Refund = {
  id: number
  domain: string
  status: string
  transaction: number
  amount: number
  currency: string
  merchant_note: string | null
}

/** A payment with the sum of its refunds that have not failed. */
type Refundable = { paid: Transaction; refundedKobo: number }
/** A refund that will be added. `amountOf` returns the amount to refund, or throws. */
export type RefundToAdd = {
  reference: string
  merchant_note: string | null
  amountOf: (refundable: Refundable) => number
}
type RefundFilter = { transactionId?: number; perPage: number; page: number }

/** Holds the state of the provider. All objects have the provider's own field names. */
export type PaystackStore = TransferStore & {
  /** Returns undefined if the reference was used before. */
  open(payment: NewTransaction): Promise<{ authorization_url: string; access_code: string } | undefined>
  find(reference: string): Promise<Transaction | undefined>
  /** Returns undefined for an unknown reference. No other refund of the transaction is added at the same time. */
  addRefund(refund: RefundToAdd): Promise<{ refund: Refund; paid: Transaction } | undefined>
  /** Returns the newest first. */
  listRefunds(filter: RefundFilter): Promise<Refund[]>
}

const Page = z.url({ protocol: /^https?$/ })

const NewTransaction = z.object({
  email: z.string().includes('@').max(320),
  amount: Amount,
  currency: z.literal('NGN').default('NGN'),
  reference: z
    .string()
    .max(100)
    .regex(/^[A-Za-z0-9.=-]+$/),
  callback_url: Page.optional(),
  metadata: z.looseObject({ cancel_action: Page.optional() }).optional().catch(undefined),
})
export type NewTransaction = z.output<typeof NewTransaction>

const NewRefund = z.object({
  transaction: z.string(),
  amount: Amount.optional(),
  currency: z.string().optional(),
  merchant_note: z.string().max(500).optional(),
})
type NewRefund = z.output<typeof NewRefund>

const digits = z.coerce.number().int().positive()
const RefundQuery = z.object({
  transaction: digits.optional(),
  perPage: digits.max(100).catch(50),
  page: digits.catch(1),
})

type PaystackRequest = { method: string; url: string; authorization?: string; body?: unknown }

/** Responds to the calls of our client as Paystack does, with payments from a store. */
export async function answerPaystackCall(
  store: PaystackStore,
  request: PaystackRequest,
): Promise<PaystackReply> {
  try {
    return await answerOrThrow(store, request)
  } catch (error) {
    if (error instanceof PaystackError) return rejectedReply(error)
    throw error
  }
}

/** Lists the calls. A path that ends with a slash is followed by a reference. */
const calls = [
  ['POST', '/transaction/initialize', 'initialize'],
  ['GET', '/transaction/verify/', 'verify'],
  ['POST', '/refund', 'refund'],
  ['GET', '/refund', 'refunds'],
  ...transferRoutes,
] as const
export type PaystackCall = (typeof calls)[number][2]

/** Returns null if there is no such call. */
export function callOf(method: string, path: string): PaystackCall | null {
  const isAt = (known: string) => (known.endsWith('/') ? path.startsWith(known) : path === known)
  return calls.find((call) => call[0] === method && isAt(call[1]))?.[2] ?? null
}

async function answerOrThrow(store: PaystackStore, { method, url, authorization, body }: PaystackRequest) {
  if (!isKey(store, authorization)) throw new PaystackError(401, 'invalid_Key', 'Invalid key')
  const { pathname, searchParams } = new URL(url, 'http://paystack')
  const call = callOf(method, pathname)
  switch (call) {
    case 'initialize':
      return initialize(store, parsePaystackInput(NewTransaction, body))
    case 'verify':
      return verify(store, decodeURIComponent(pathname.split('/').at(-1) ?? ''))
    case 'refund':
      return refund(store, parsePaystackInput(NewRefund, body))
    case 'refunds': {
      const { transaction, ...page } = parsePaystackInput(RefundQuery, Object.fromEntries(searchParams))
      return successReply(
        'Refunds retrieved',
        await store.listRefunds({ transactionId: transaction, ...page }),
      )
    }
    case null:
      throw new PaystackError(404, 'not_found', 'Not found')
    default:
      return answerTransferCall(store, call, { pathname, searchParams, body })
  }
}

function isKey({ secretKey }: PaystackStore, authorization = ''): boolean {
  const [expected, sent] = [Buffer.from(`Bearer ${secretKey}`), Buffer.from(authorization)]
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}

const minAmount = 5000

async function initialize(store: PaystackStore, payment: NewTransaction) {
  const { amount, reference } = payment
  if (amount < minAmount) throw new PaystackError(400, 'invalid_amount', 'Amount must be at least NGN 50.00')
  const opened = await store.open(payment)
  if (!opened) throw new PaystackError(400, 'duplicate_reference', 'Duplicate Transaction Reference')
  return successReply('Authorization URL created', { ...opened, reference })
}

async function verify(store: PaystackStore, reference: string) {
  const found = await store.find(reference)
  if (!found) throw new PaystackError(404, 'transaction_not_found', 'Transaction reference not found.')
  return successReply('Verification successful', found)
}

async function refund(store: PaystackStore, input: NewRefund) {
  const { transaction: reference, merchant_note = null } = input
  const amountOf = (refundable: Refundable) => refundAmount(refundable, input)
  const made = await store.addRefund({ reference, merchant_note, amountOf })
  if (!made) throw new PaystackError(404, 'transaction_not_found', 'Transaction not found')
  return successReply('Refund has been queued for processing', { ...made.refund, transaction: made.paid })
}

function refundAmount({ paid, refundedKobo }: Refundable, input: NewRefund): number {
  const left = paid.amount - refundedKobo
  const { amount = left, currency = paid.currency } = input
  if (currency !== paid.currency) throw new PaystackError(400, 'invalid_currency', 'Currency does not match')
  if (paid.status !== 'success')
    throw new PaystackError(400, 'invalid_refund', 'Transaction has not been paid')
  if (amount < 1 || amount > left)
    throw new PaystackError(400, 'invalid_refund', 'Refund amount cannot be more than transaction amount')
  return amount
}

/** Returns the event of a charge, which says success even if the payment has been refunded since. */
export const chargeEvent = (paid: Transaction) => ({
  event: 'charge.success',
  data: { ...paid, status: 'success' },
})

/** Returns the event of a refund. Amounts are strings in some events and numbers in others, as in Paystack's samples. */
export function refundEvent({ id, status, amount }: Refund, reference: string) {
  const isText = ['pending', 'processing', 'processed'].includes(status)
  const data = {
    status,
    transaction_reference: reference,
    // Paystack sometimes omits the reference, and then the events of two equal refunds are identical.
    refund_reference: `R${id}`,
    amount: isText ? String(amount) : amount,
    currency: 'NGN',
    domain: 'test',
  }
  return { event: `refund.${status}`, data }
}

export const webhookHeaders = (secretKey: string, body: string) => ({
  'content-type': 'application/json',
  'x-paystack-signature': createHmac('sha512', secretKey).update(body).digest('hex'),
})
