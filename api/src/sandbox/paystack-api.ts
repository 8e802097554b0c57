// This file is here and not in test/, because the sandbox of the product, the tests and the bench share it.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { Amount, PaystackError, parse, rejected, success, type PaystackReply } from './paystack-replies.ts'
import { answerTransferCall, transferCallOf, type TransferCall, type TransferStore } from './transfers-api.ts'

/** `requested_amount` is what was asked for, `amount` what was paid. */
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

/** `transaction` is the id of its transaction. */
export type Refund = {
  id: number
  domain: string
  status: string
  transaction: number
  amount: number
  currency: string
  merchant_note: string | null
}

/** `refundedKobo` is the sum of the refunds that have not failed. */
type Refundable = { paid: Transaction; refundedKobo: number }
/** `amountOf` returns the amount to refund, or throws. */
export type RefundToAdd = {
  reference: string
  merchant_note: string | null
  amountOf: (refundable: Refundable) => number
}
type RefundFilter = { transactionId?: number; perPage: number; page: number }

/** Where the state is. All objects have the provider's own field names. */
export type PaystackStore = TransferStore & {
  /** Returns undefined if the reference was used before. */
  open(payment: NewTransaction): Promise<{ authorization_url: string; access_code: string } | undefined>
  find(reference: string): Promise<Transaction | undefined>
  /** Returns undefined for an unknown reference. No other refund of the transaction is added meanwhile. */
  addRefund(refund: RefundToAdd): Promise<{ refund: Refund; paid: Transaction } | undefined>
  /** The newest first. */
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

/** Answers one request as Paystack does: the calls that our client makes, for a store that keeps the payments. */
export async function answer(store: PaystackStore, request: PaystackRequest): Promise<PaystackReply> {
  try {
    return await answerOrThrow(store, request)
  } catch (error) {
    if (error instanceof PaystackError) return rejected(error)
    throw error
  }
}

type ChargeCall = 'initialize' | 'verify' | 'refund' | 'refunds'
export type PaystackCall = ChargeCall | TransferCall

/** Returns null if there is no such call. */
export function callOf(method: string, path: string): PaystackCall | null {
  return chargeCallOf(method, path) ?? transferCallOf(method, path)
}

function chargeCallOf(method: string, path: string): ChargeCall | null {
  if (method === 'POST' && path === '/transaction/initialize') return 'initialize'
  if (method === 'GET' && path.startsWith('/transaction/verify/')) return 'verify'
  if (path !== '/refund') return null
  return method === 'POST' ? 'refund' : 'refunds'
}

async function answerOrThrow(store: PaystackStore, { method, url, authorization, body }: PaystackRequest) {
  if (!isKey(store, authorization)) throw new PaystackError(401, 'invalid_Key', 'Invalid key')
  const { pathname, searchParams } = new URL(url, 'http://paystack')
  const call = callOf(method, pathname)
  switch (call) {
    case 'initialize':
      return initialize(store, parse(NewTransaction, body))
    case 'verify':
      return verify(store, decodeURIComponent(pathname.split('/').at(-1) ?? ''))
    case 'refund':
      return refund(store, parse(NewRefund, body))
    case 'refunds': {
      const { transaction, ...page } = parse(RefundQuery, Object.fromEntries(searchParams))
      return success('Refunds retrieved', await store.listRefunds({ transactionId: transaction, ...page }))
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
  return success('Authorization URL created', { ...opened, reference })
}

async function verify(store: PaystackStore, reference: string) {
  const found = await store.find(reference)
  if (!found) throw new PaystackError(404, 'transaction_not_found', 'Transaction reference not found.')
  return success('Verification successful', found)
}

async function refund(store: PaystackStore, input: NewRefund) {
  const { transaction: reference, merchant_note = null } = input
  const amountOf = (refundable: Refundable) => refundAmount(refundable, input)
  const made = await store.addRefund({ reference, merchant_note, amountOf })
  if (!made) throw new PaystackError(404, 'transaction_not_found', 'Transaction not found')
  return success('Refund has been queued for processing', { ...made.refund, transaction: made.paid })
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

/** The event says success even if the payment was refunded in the meantime. */
export const chargeEvent = (paid: Transaction) => ({
  event: 'charge.success',
  data: { ...paid, status: 'success' },
})

/** Amounts are strings in some events and numbers in the others, as in Paystack's samples. */
export function refundEvent({ id, status, amount }: Refund, reference: string) {
  const isText = ['pending', 'processing', 'processed'].includes(status)
  const data = {
    status,
    transaction_reference: reference,
    // Paystack sometimes omits it; then events of two equal refunds are identical.
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
