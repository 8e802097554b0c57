import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { answerPaystackCall, callOf, webhookHeaders } from '#api/sandbox/paystack-api.ts'
import type { PaystackCall, PaystackStore } from '#api/sandbox/paystack-api.ts'
import { rejectedReply } from '#api/sandbox/paystack-replies.ts'
import { memoryStore } from './paystack-store.ts'

type Reply = { status: number; body: object }

/**
 * `error`: 500, nothing done. `errorAfter`: 500, but done. `lost`: done, and the connection is cut before the response.
 * `cut`: cut at once, nothing done. `hang`: never a response, nothing done. `malformed`: an HTML page.
 * `data`: the response with these fields replaced. `reply`: exactly this response, nothing done.
 */
export type Fault =
  | 'error'
  | 'errorAfter'
  | 'lost'
  | 'cut'
  | 'hang'
  | 'malformed'
  | { data: Record<string, unknown> }
  | { reply: Reply }

type FakeRequest = { call: PaystackCall | null; path: string; query: URLSearchParams; body: unknown }
type Sending = {
  times?: number
  /** Signs with another key. */
  badSignature?: boolean
  /** Signs the event, but sends it with other whitespace. */
  reserialised?: boolean
}

/** A server with Paystack's API that can inject faults. */
export async function startFakePaystack(secretKey = 'sk_test_fake') {
  const { store, ...state } = memoryStore(secretKey)
  const requests: FakeRequest[] = []
  const faults = chooseFaults()
  const server = createServer((request, response) => {
    void respond({ store, requests, faults }, request, response)
  })
  const port = await listen(server, 0)
  const url = `http://127.0.0.1:${port}`
  return {
    secretKey,
    url,
    settings: { PAYSTACK_SECRET_KEY: secretKey, PAYSTACK_BASE_URL: url },
    /** All requests, oldest first. */
    requests,
    ...state,
    /** Faults for the next requests of this kind, one each. */
    next: faults.next,
    /** A fault for all requests of this kind, until it is set to null. */
    always: faults.always,
    /** Chooses a fault for each request without another one. */
    by: faults.by,
    /** Sends the event `times` times at once, and returns the statuses. */
    sendWebhook: (appUrl: string, event: object, sending: Sending = {}) =>
      sendWebhook(secretKey, appUrl, event, sending),
    /** Stops listening until `back`. */
    away: () => close(server),
    back: () => listen(server, port),
    stop: () => close(server),
  }
}

export type FakePaystack = Awaited<ReturnType<typeof startFakePaystack>>

type Inside = {
  store: PaystackStore
  requests: FakeRequest[]
  faults: ReturnType<typeof chooseFaults>
}

async function respond(
  { store, requests, faults }: Inside,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { method = '', url = '/', headers } = request
  const { authorization } = headers
  const body = method === 'POST' ? await json(request) : undefined
  const { pathname: path, searchParams: query } = new URL(url, 'http://fake')
  const received = { call: callOf(method, path), path, query, body }
  requests.push(received)
  const act = () => answerPaystackCall(store, { method, url, authorization, body })
  return misbehave(faults.of(received), act, response)
}

function chooseFaults() {
  const once = new Map<PaystackCall, (Fault | null)[]>()
  const lasting = new Map<PaystackCall, Fault>()
  let chosen: (request: FakeRequest) => Fault | null = () => null
  return {
    next(call: PaystackCall, ...faults: (Fault | null)[]) {
      once.set(call, [...(once.get(call) ?? []), ...faults])
    },
    always(call: PaystackCall, fault: Fault | null) {
      if (fault === null) lasting.delete(call)
      else lasting.set(call, fault)
    },
    by(choose: (request: FakeRequest) => Fault | null) {
      chosen = choose
    },
    of(request: FakeRequest): Fault | null {
      if (request.call === null) return null
      const waiting = once.get(request.call) ?? []
      if (waiting.length > 0) return waiting.shift() ?? null
      return lasting.get(request.call) ?? chosen(request)
    },
  }
}

const serverError = rejectedReply({ status: 500, code: 'server_error', message: 'Server error' })

async function misbehave(
  fault: Fault | null,
  act: () => ReturnType<typeof answerPaystackCall>,
  response: ServerResponse,
): Promise<void> {
  if (fault === 'hang') return
  if (fault === 'cut') return void response.destroy()
  if (fault === 'error') return write(response, serverError)
  if (typeof fault === 'object' && fault !== null && 'reply' in fault) return write(response, fault.reply)
  const { status, body } = await act()
  if (fault === 'lost') return void response.destroy()
  if (fault === 'errorAfter') return write(response, serverError)
  if (fault === 'malformed') return void response.end('<html>Be right back</html>')
  if (fault === null) return write(response, { status, body })
  const data = typeof body.data === 'object' ? body.data : {}
  write(response, {
    status: 200,
    body: { status: true, message: 'Changed', data: { ...data, ...fault.data } },
  })
}

function write(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function sendWebhook(secretKey: string, appUrl: string, event: object, sending: Sending) {
  const { times = 1, badSignature = false, reserialised = false } = sending
  const signed = JSON.stringify(event)
  const headers = webhookHeaders(badSignature ? `${secretKey}x` : secretKey, signed)
  const body = reserialised ? JSON.stringify(event, null, 1) : signed
  const send = async () => {
    const { status } = await fetch(`${appUrl}/api/payment/webhook`, { method: 'POST', headers, body })
    return status
  }
  return Promise.all(Array.from({ length: times }, send))
}

function listen(server: Server, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  server.once('error', reject)
  server.listen(port, '127.0.0.1', () => {
    const address = server.address()
    if (address === null || typeof address === 'string') return reject(new Error('It has no port.'))
    return resolve(address.port)
  })
  return promise
}

function close(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  server.closeAllConnections()
  return promise
}
