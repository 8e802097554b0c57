import { createHmac, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import { sendRequest, NoResponse } from '#api/ports/http/send-request.ts'
import type { HttpResponse, Times } from '#api/ports/http/send-request.ts'
import { ProviderError } from './payments.ts'
import type { NewPayment, NewRefund, Payments, ProviderRefund } from './payments.ts'
import { Envelope, ListedRefunds, Opened, parseWire, Refund, Transaction } from './wire.ts'

type PaystackOptions = {
  secretKey: string
  /** Read before each call, because the sandbox has no address until the server listens. */
  base: () => string | null
  /** Our own origin. The sandbox's page may be there without TLS. */
  publicUrl: string
  times?: Times
}

type Call<S> = { method: 'GET' | 'POST'; path: string; body?: object; data: S }
type SendCall = <S extends z.ZodType>(call: Call<S>) => Promise<z.output<S>>

const defaultTimes = { connectMs: 2000, totalMs: 10_000 }
const perPage = 100

/** A client for Paystack, or for a server with the same API at `base`. */
export function paystack(options: PaystackOptions): Payments {
  const { secretKey, publicUrl } = options
  const send = createSender(options)
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
      }
    },
    refund: (refund) => requestRefund(send, refund),
    async refundsOf(reference) {
      const { id } = await transactionOf(reference)
      return refundsOf(send, { id: id ?? null, reference })
    },
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
      channels: ['card'],
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

function createSender({ secretKey, base, times = defaultTimes }: PaystackOptions): SendCall {
  return async ({ method, path, body, data }) => {
    const address = base()
    if (address === null) throw new ProviderError('unreachable', 'The sandbox does not listen yet.')
    const headers = {
      authorization: `Bearer ${secretKey}`,
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
    }
    const url = new URL(`${address.replace(/\/+$/, '')}${path}`)
    const request = { method, url, headers, body: body && JSON.stringify(body) }
    const send = (totalMs: number) => sendRequest(request, { ...times, totalMs })
    const response = await (method === 'GET' ? sendTwice(send, times.totalMs) : send(times.totalMs)).catch(
      (error: unknown) => {
        throw toProviderError(error, method)
      },
    )
    return read(response, method, data)
  }
}

/** A GET changes nothing, so it is retried once, within the timeout of one request. */
async function sendTwice(
  send: (totalMs: number) => Promise<HttpResponse>,
  totalMs: number,
): Promise<HttpResponse> {
  const began = performance.now()
  const first = await send(totalMs).catch((error: unknown) => {
    if (error instanceof NoResponse && !error.hasTimedOut) return null
    throw error
  })
  if (first !== null && first.status < 500) return first
  return send(Math.max(1, totalMs - (performance.now() - began)))
}

function toProviderError(error: unknown, method: Call<unknown>['method']): unknown {
  if (!(error instanceof NoResponse)) return error
  const isDone = method === 'POST' && error.wasSent
  return new ProviderError(isDone ? 'unclear' : 'unreachable', `The provider: ${error.message}.`)
}

function read<S extends z.ZodType>({ status, text }: HttpResponse, method: string, data: S): z.output<S> {
  if (status >= 500)
    throw new ProviderError(method === 'POST' ? 'unclear' : 'unreachable', `The provider: ${status}.`, {
      status,
    })
  if (status === 429) throw new ProviderError('unreachable', 'The provider is asked too often.', { status })
  const envelope = Envelope.safeParse(parseOrUndefined(text))
  if (!envelope.success) throw unreadable(status)
  const { status: isDone, message, code, data: payload } = envelope.data
  if (!isDone || status >= 400)
    throw new ProviderError('refused', message, { code: code ?? undefined, status })
  const known = data.safeParse(payload)
  if (!known.success || status >= 300) throw unreadable(status)
  return known.data
}

function parseOrUndefined(text: string): unknown {
  try {
    return parseWire(text)
  } catch {
    return undefined
  }
}

function unreadable(status: number): ProviderError {
  return new ProviderError('unreadable', 'The answer is not in the provider’s wire form.', { status })
}
