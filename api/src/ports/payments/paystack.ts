import { createHmac, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import { ProviderError } from './payments.ts'
import type { NewPayment, Payments, ProviderRefund } from './payments.ts'
import { createSender, unreadable, type SendCall, type SenderOptions } from './paystack-send.ts'
import { transferCalls } from './paystack-transfers.ts'
import { ListedRefunds, OpenedTransaction, WireRefund, WireTransaction } from './paystack-wire.ts'

type PaystackOptions = SenderOptions & {
  /** Our own origin. The sandbox's page may have a URL of this origin without TLS. */
  publicUrl: string
}

const perPage = 100

/** Creates a client for Paystack, or for a server with the same API at `base`. */
export function paystack(options: PaystackOptions): Payments {
  const { secretKey, publicUrl } = options
  const { send, sendList } = createSender(options)
  const transactionOf = (reference: string) => {
    const path = `/transaction/verify/${encodeURIComponent(reference)}`
    return send({ method: 'GET', path, data: WireTransaction })
  }
  return {
    mode: modeOf(secretKey),
    initialize: (payment) => initialize(send, publicUrl, payment),
    async verify(reference) {
      const found = await transactionOf(reference)
      return {
        status: found.status,
        reference: found.reference,
        amountKobo: found.amount,
        requestedKobo: found.requested_amount ?? found.amount,
        currency: found.currency,
        domain: found.domain ?? null,
        gatewayResponse: found.gateway_response ?? null,
        feesKobo: found.fees ?? 0,
      }
    },
    async refund({ reference: transaction, amountKobo: amount, currency, note: merchant_note }) {
      const body = { transaction, amount, currency, merchant_note }
      const { id, status } = await send({ method: 'POST', path: '/refund', body, data: WireRefund })
      return { id: id ?? null, status }
    },
    async refundsOf(reference) {
      const { id } = await transactionOf(reference)
      return refundsOf(send, { id: id ?? null, reference })
    },
    ...transferCalls(send, sendList),
    isSigned: (bytes, signature) => isSigned(secretKey, bytes, signature),
  }
}

function modeOf(secretKey: string): Payments['mode'] {
  if (secretKey.startsWith('sk_live_')) return 'live'
  return secretKey.startsWith('sk_test_') ? 'test' : null
}

async function initialize(send: SendCall, publicUrl: string, payment: NewPayment) {
  const { email, amountKobo: amount, reference, callbackUrl: callback_url, cancelUrl } = payment
  const channels = ['card', 'bank_transfer', 'ussd']
  const metadata = { cancel_action: cancelUrl }
  const body = { email, amount, currency: 'NGN', reference, callback_url, channels, metadata }
  const opened = await send({
    method: 'POST',
    path: '/transaction/initialize',
    body,
    data: OpenedTransaction,
  })
  const page = new URL(opened.authorization_url)
  if ((opened.reference ?? reference) !== reference || !isSafePage(page, publicUrl))
    throw new ProviderError('unreadable', 'The provider opened another page than was asked for.')
  return { authorizationUrl: page.href }
}

const loopback = ['localhost', '127.0.0.1', '[::1]']

function isSafePage({ protocol, hostname, origin }: URL, publicUrl: string): boolean {
  if (protocol === 'https:') return true
  return protocol === 'http:' && (loopback.includes(hostname) || origin === publicUrl)
}

type RefundedPayment = { id: string | null; reference: string }
type Listed = z.output<typeof ListedRefunds>[number]

/** Returns the reference, unless it has digits only, because then it is an id. */
const nameOf = ({ transaction: { id, reference } }: Listed) =>
  reference ?? (id !== null && /\D/.test(id) ? id : null)

/**
 * Lists by the transaction's id, because the API cannot filter by reference, and omits other transactions. Without an id, a
 * refund without a reference may be ours. Then the result is unreadable rather than incomplete, which prevents a second
 * refund.
 */
async function refundsOf(send: SendCall, which: RefundedPayment, page = 1): Promise<ProviderRefund[]> {
  const { id, reference } = which
  const transaction = encodeURIComponent(id ?? reference)
  const path = `/refund?transaction=${transaction}&perPage=${perPage}&page=${page}`
  const listed = await send({ method: 'GET', path, data: ListedRefunds })
  const isOurs = (one: Listed) => (id === null ? nameOf(one) === reference : one.transaction.id === id)
  if (id === null && listed.some((one) => nameOf(one) === null)) throw unreadable(200)
  const ours = listed.filter(isOurs).map(({ amount, merchant_note, ...one }) => {
    return { id: one.id, amountKobo: amount, status: one.status, note: merchant_note ?? null }
  })
  return listed.length < perPage ? ours : [...ours, ...(await refundsOf(send, which, page + 1))]
}

function isSigned(secretKey: string, bytes: Buffer, signature: string | undefined): boolean {
  if (signature === undefined || !/^[0-9a-f]{128}$/i.test(signature)) return false
  const expected = createHmac('sha512', secretKey).update(bytes).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}
