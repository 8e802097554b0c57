import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import {
  done,
  initialize,
  pay,
  refund,
  refundEvent,
  refundsOf,
  refused,
  verify,
} from '#api/test/fakes/paystack-books.ts'
import type { FakeBooks, FakeTransaction, RefundStatus, Reply } from '#api/test/fakes/paystack-books.ts'

type FakeCall = 'initialize' | 'verify' | 'refund' | 'refunds'

/**
 * `fault`: 500, nothing done. `faultAfter`: 500, but done. `lost`: done, and the connection is cut before the response.
 * `cut`: cut at once, nothing done. `hang`: never a response, nothing done. `malformed`: an HTML page.
 * `data`: the response with these fields replaced. `reply`: exactly this response, nothing done.
 */
export type Mischief =
  | 'fault'
  | 'faultAfter'
  | 'lost'
  | 'cut'
  | 'hang'
  | 'malformed'
  | { data: Record<string, unknown> }
  | { reply: Reply }

type FakeAsked = { call: FakeCall | null; path: string; body: unknown }
type Sending = {
  times?: number
  /** Signs with another key. */
  badSignature?: boolean
  /** Signs the event, but sends it with other whitespace. */
  reserialised?: boolean
}

/** A server with Paystack's API that can inject faults. */
export async function startFakePaystack(secretKey = 'sk_test_fake') {
  const books: FakeBooks = { transactions: new Map(), refunds: [], lastId: 4_099_260_515 }
  const asked: FakeAsked[] = []
  const mischief = mischiefMaker()
  const server = createServer((request, response) => {
    void answer({ secretKey, books, asked, mischief }, request, response)
  })
  const port = await listen(server, 0)
  const url = `http://127.0.0.1:${port}`
  return {
    secretKey,
    url,
    settings: { PAYSTACK_SECRET_KEY: secretKey, PAYSTACK_BASE_URL: url },
    /** All requests, oldest first. */
    asked,
    transactions: books.transactions,
    refunds: books.refunds,
    /** Faults for the next requests of this kind, one each. */
    next: mischief.next,
    /** A fault for all requests of this kind, until it is set to null. */
    always: mischief.always,
    /** Chooses a fault for each request without another one. */
    by: mischief.by,
    pay: (reference: string, changes: Partial<FakeTransaction> = {}) => pay(books, reference, changes),
    chargeEvent: (reference: string) => ({
      event: 'charge.success',
      data: { ...books.transactions.get(reference) },
    }),
    refundEvent: (id: string, status: RefundStatus) => refundEvent(books, id, status),
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
  secretKey: string
  books: FakeBooks
  asked: FakeAsked[]
  mischief: ReturnType<typeof mischiefMaker>
}

async function answer(inside: Inside, request: IncomingMessage, response: ServerResponse) {
  const { secretKey, books, asked, mischief } = inside
  const body = await bodyOf(request)
  const url = new URL(request.url ?? '/', 'http://fake')
  const call = callOf(request.method ?? '', url.pathname)
  const came = { call, path: url.pathname, body }
  asked.push(came)
  if (request.headers.authorization !== `Bearer ${secretKey}`)
    return write(response, refused(401, 'invalid_Key', 'Invalid key'))
  if (call === null) return write(response, refused(404, 'not_found', 'Not found'))
  const act = () => actOf(books, call, url, body)
  return misbehave(mischief.of(call, came), act, response)
}

function mischiefMaker() {
  const once = new Map<FakeCall, (Mischief | null)[]>()
  const lasting = new Map<FakeCall, Mischief>()
  let chosen: (request: FakeAsked) => Mischief | null = () => null
  return {
    next(call: FakeCall, ...todo: (Mischief | null)[]) {
      once.set(call, [...(once.get(call) ?? []), ...todo])
    },
    always(call: FakeCall, todo: Mischief | null) {
      if (todo === null) lasting.delete(call)
      else lasting.set(call, todo)
    },
    by(choose: (request: FakeAsked) => Mischief | null) {
      chosen = choose
    },
    of(call: FakeCall, request: FakeAsked): Mischief | null {
      const waiting = once.get(call) ?? []
      return waiting.length > 0 ? (waiting.shift() ?? null) : (lasting.get(call) ?? chosen(request))
    },
  }
}

function callOf(method: string, path: string): FakeCall | null {
  if (method === 'POST' && path === '/transaction/initialize') return 'initialize'
  if (method === 'GET' && path.startsWith('/transaction/verify/')) return 'verify'
  if (path !== '/refund') return null
  return method === 'POST' ? 'refund' : 'refunds'
}

function actOf(books: FakeBooks, call: FakeCall, url: URL, body: unknown): Reply {
  if (call === 'initialize') return initialize(books, body)
  if (call === 'refund') return refund(books, body)
  if (call === 'refunds') return refundsOf(books, url.searchParams.get('transaction') ?? '')
  return verify(books, decodeURIComponent(url.pathname.split('/').at(-1) ?? ''))
}

function misbehave(todo: Mischief | null, act: () => Reply, response: ServerResponse): void {
  if (todo === 'hang') return
  if (todo === 'cut') return void response.destroy()
  if (todo === 'fault') return write(response, refused(500, 'server_error', 'Server error'))
  if (typeof todo === 'object' && todo !== null && 'reply' in todo) return write(response, todo.reply)
  const reply = act()
  if (todo === 'lost') return void response.destroy()
  if (todo === 'faultAfter') return write(response, refused(500, 'server_error', 'Server error'))
  if (todo === 'malformed') return void response.end('<html>Be right back</html>')
  if (todo === null) return write(response, reply)
  const data = 'data' in reply.body ? reply.body.data : undefined
  write(response, done('Changed', { ...(typeof data === 'object' && data), ...todo.data }))
}

function write(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? undefined : JSON.parse(text)
}

async function sendWebhook(secretKey: string, appUrl: string, event: object, sending: Sending) {
  const { times = 1, badSignature = false, reserialised = false } = sending
  const signed = JSON.stringify(event)
  const key = badSignature ? `${secretKey}x` : secretKey
  const headers = {
    'content-type': 'application/json',
    'x-paystack-signature': createHmac('sha512', key).update(signed).digest('hex'),
  }
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
