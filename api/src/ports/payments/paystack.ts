import { createHmac, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import { ProviderError } from './payments.ts'
import type { NewPayment, NewRefund, Payments, ProviderRefund } from './payments.ts'
import { createSender, unreadable, type SendCall, type SenderOptions } from './paystack-send.ts'
import { transferCalls } from './paystack-transfers.ts'
import { ListedRefunds, Opened, Refund, Transaction } from './wire.ts'

type PaystackOptions = SenderOptions & {
  /** Our own origin. The sandbox's page may be there without TLS. */
  publicUrl: string
}

const perPage = 100

/** A client for Paystack, or for a server with the same API at `base`. */
export function paystack(options: PaystackOptions): Payments {
  const { secretKey, publicUrl } = options
  const { send, sendList } = createSender(options)
  const transactionOf = (reference: string) =>
    send({
      method: 'GET',
      path: `/transaction/verify/${encodeURIComponent(reference)}`,
      data: Transaction,
    })
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
    refund: (refund) => requestRefund(send, refund),
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
  const { email, amountKobo, reference, callbackUrl, cancelUrl } = payment
  const opened = await send({
    method: 'POST',
    path: '/transaction/initialize',
    body: {
      email,
      amount: amountKobo,
      currency: 'NGN',
      reference,
      callback_url: callbackUrl,
      channels: ['card', 'bank_transfer', 'ussd'],
      metadata: { cancel_action: cancelUrl },
    },
    data: Opened,
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

async function requestRefund(send: SendCall, { reference, amountKobo, currency, note }: NewRefund) {
  const { id, status } = await send({
    method: 'POST',
    path: '/refund',
    body: { transaction: reference, amount: amountKobo, currency, merchant_note: note },
    data: Refund,
  })
  return { id: id ?? null, status }
}

type Which = { id: string | null; reference: string }
type Listed = z.output<typeof ListedRefunds>[number]

/** Digits alone are an id, not a reference. */
const nameOf = ({ transaction: { id, reference } }: Listed) =>
  reference ?? (id !== null && /\D/.test(id) ? id : null)

/**
 * Lists by the transaction's id, because the API cannot filter by reference; other transactions are filtered out. Without an id, a
 * refund without a reference may be ours, so the result is unreadable rather than incomplete: it prevents a second refund.
 */
async function refundsOf(send: SendCall, which: Which, page = 1): Promise<ProviderRefund[]> {
  const { id, reference } = which
  const transaction = encodeURIComponent(id ?? reference)
  const path = `/refund?transaction=${transaction}&perPage=${perPage}&page=${page}`
  const listed = await send({ method: 'GET', path, data: ListedRefunds })
  const isOurs = (one: Listed) => (id === null ? nameOf(one) === reference : one.transaction.id === id)
  if (id === null && listed.some((one) => nameOf(one) === null)) throw unreadable(200)
  const ours = listed
    .filter((one) => isOurs(one))
    .map((refund) => ({
      id: refund.id,
      amountKobo: refund.amount,
      status: refund.status,
      note: refund.merchant_note ?? null,
    }))
  return listed.length < perPage ? ours : [...ours, ...(await refundsOf(send, which, page + 1))]
}

function isSigned(secretKey: string, bytes: Buffer, signature: string | undefined): boolean {
  if (signature === undefined || !/^[0-9a-f]{128}$/i.test(signature)) return false
  const expected = createHmac('sha512', secretKey).update(bytes).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}
