import { z } from 'zod'

export type FakeTransaction = {
  id: number
  domain: string
  status: string
  reference: string
  amount: number
  requested_amount: number
  currency: string
  gateway_response: string
  callback_url: string
  email: string
}

type FakeRefund = {
  id: number
  status: string
  amount: number
  merchant_note: string | null
  transaction: number
  reference: string
}

/** An HTTP status and Paystack's envelope. */
export type Reply = { status: number; body: object }

const Opening = z.object({
  email: z.string(),
  amount: z.int(),
  currency: z.literal('NGN'),
  reference: z.string().regex(/^[A-Za-z0-9.=-]+$/),
  callback_url: z.url(),
})
const Refunding = z.object({
  transaction: z.string(),
  amount: z.int().positive(),
  currency: z.string().optional(),
  merchant_note: z.string().optional(),
})

export const done = (message: string, data: unknown): Reply => ({
  status: 200,
  body: { status: true, message, data },
})

export const refused = (status: number, code: string, message: string): Reply => ({
  status,
  body: { status: false, message, meta: { nextStep: 'Try again.' }, type: 'validation_error', code },
})

export type FakeBooks = { transactions: Map<string, FakeTransaction>; refunds: FakeRefund[]; lastId: number }

export function initialize(books: FakeBooks, given: unknown): Reply {
  const read = Opening.safeParse(given)
  if (!read.success) return refused(400, 'invalid_params', 'Invalid parameters')
  const { amount, reference } = read.data
  if (books.transactions.has(reference))
    return refused(400, 'duplicate_reference', 'Duplicate Transaction Reference')
  if (amount < 5000) return refused(400, 'invalid_amount', 'Amount is below the minimum')
  const id = ++books.lastId
  const opened = { id, domain: 'test', status: 'abandoned', gateway_response: 'Not yet paid' }
  books.transactions.set(reference, { ...read.data, ...opened, requested_amount: amount })
  const authorization_url = `https://checkout.paystack.com/${id}`
  return done('Authorization URL created', { authorization_url, access_code: String(id), reference })
}

export function verify({ transactions }: FakeBooks, reference: string): Reply {
  const found = transactions.get(reference)
  if (!found) return refused(400, 'transaction_not_found', 'Transaction reference not found.')
  return done('Verification successful', { ...found, metadata: '' })
}

export function refund(books: FakeBooks, given: unknown): Reply {
  const read = Refunding.safeParse(given)
  const paid = read.success ? books.transactions.get(read.data.transaction) : undefined
  if (!read.success || !paid) return refused(404, 'transaction_not_found', 'Transaction not found')
  const { amount, currency = paid.currency, merchant_note = null } = read.data
  if (currency !== paid.currency) return refused(400, 'invalid_currency', 'Currency does not match')
  const sum = books.refunds
    .filter(({ transaction, status }) => transaction === paid.id && status !== 'failed')
    .reduce((total, one) => total + one.amount, amount)
  if (paid.status !== 'success' || sum > paid.amount)
    return refused(400, 'invalid_amount', 'Refund amount cannot be more than transaction amount')
  const made = { id: ++books.lastId, status: 'pending', amount, merchant_note, transaction: paid.id }
  books.refunds.push({ ...made, reference: paid.reference })
  return done('Refund has been queued for processing', { ...made, transaction: { id: paid.id } })
}

export function refundsOf({ refunds }: FakeBooks, transaction: string): Reply {
  const found = refunds.filter((one) => String(one.transaction) === transaction)
  return done('Refunds retrieved', found)
}

/** The buyer pays. `changes` overwrite what the provider then reports. */
export function pay(books: FakeBooks, reference: string, changes: Partial<FakeTransaction>): FakeTransaction {
  const found = books.transactions.get(reference)
  if (!found) throw new Error(`Nobody opened ${reference}.`)
  return Object.assign(found, { status: 'success', gateway_response: 'Successful', ...changes })
}

export type RefundStatus = 'pending' | 'processing' | 'processed' | 'failed' | 'needs-attention'

/** Sets the status of the refund and returns the event. Amounts are strings in some events, as in Paystack's samples. */
export function refundEvent({ refunds }: FakeBooks, id: string, status: RefundStatus) {
  const refund = refunds.find((one) => String(one.id) === id)
  if (!refund) throw new Error(`There is no refund ${id}.`)
  refund.status = status
  const isText = status.startsWith('p')
  const data = {
    status,
    transaction_reference: refund.reference,
    refund_reference: isText ? `R${id}` : null,
    amount: isText ? String(refund.amount) : refund.amount,
    currency: 'NGN',
    domain: 'test',
  }
  return { event: `refund.${status}`, data }
}
