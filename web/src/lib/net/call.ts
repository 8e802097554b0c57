import { isCsv, type Callable, type CallOf, type ReplyOf } from '@rootsquare/contract/lib/endpoint'
import { failureTexts } from '@rootsquare/contract/lib/failure'
import {
  currentSession,
  endLockedOut,
  endSession,
  waitForNewToken,
  withRenewalLock,
} from '#web/lib/session/session.ts'
import { abortError, eitherSignal, throwIfAborted } from '#web/lib/net/signals.ts'
import { limitSilence, readText } from '#web/lib/net/silence-limit.ts'
import type { Session } from '#web/lib/session/session.ts'

type Parts<C extends Callable> = {
  [Part in keyof CallOf<C> as CallOf<C>[Part] extends undefined ? never : Part]: CallOf<C>[Part]
}
export type CallInput<C extends Callable> = Parts<C> & { idempotencyKey?: string; signal?: AbortSignal }
type CallReply<C extends Callable> = { data: ReplyOf<C>; message: string | undefined }

type Wire = {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
  idempotencyKey?: string
  signal?: AbortSignal
}
type EarlyCall = { address: string; token: string | null; beganAt: number; response: Promise<Response> }

declare global {
  var earlyCall: EarlyCall | undefined
}

type FailureBody = Partial<{
  error: string | string[]
  message: string
  code: string
  fields: Record<string, string>
  requestId: string
  reason: string
  until: string
}>

/** The renewal runs inside the lock that all other calls wait for. */
const renewalPath = '/token/renew'
const lockedOut = ['ACCOUNT_BANNED', 'ACCOUNT_SUSPENDED']

/** Status 0 means that there was no response. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly sentences: string[]
  readonly fields: Record<string, string>
  readonly requestId: string | undefined
  readonly reason: string | undefined
  readonly until: string | undefined
  /** The seconds that the server asks callers to wait before a retry; 0 if it does not say. */
  readonly retryAfterSeconds: number

  constructor(status: number, body: FailureBody, retryAfterSeconds = 0) {
    const sentences = [body.error ?? []].flat()
    super(body.message ?? sentences.join(', '))
    this.name = 'CallError'
    this.status = status
    this.code = body.code ?? 'UNKNOWN'
    this.sentences = sentences
    this.fields = body.fields ?? {}
    this.requestId = body.requestId
    this.reason = body.reason
    this.until = body.until
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** A page shows nothing while it waits for a retry. After a longer wait the member decides. */
const longestRetrySeconds = 10

/**
 * Returns whether a retry may help: there was no response, or a temporary fault of the server. A rejection is final.
 */
export function isRetryable(failure: Error): boolean {
  if (!(failure instanceof CallError) || failure.retryAfterSeconds > longestRetrySeconds) return false
  return failure.status === 0 || failure.status >= 500
}

/** Returns a delay that grows, is at least what the server asks for, and differs between clients. */
export function retryDelay(count: number, failure: Error): number {
  const requestedSeconds = failure instanceof CallError ? failure.retryAfterSeconds : 0
  return 1000 * Math.max(2 ** count, requestedSeconds) * (1 + Math.random() / 2)
}

export async function call<C extends Callable>(
  endpoint: C,
  ...[input]: {} extends CallInput<C> ? [input?: CallInput<C>] : [input: CallInput<C>]
): Promise<CallReply<C>> {
  const wire = (input ?? {}) as Wire
  const sendWith = (token: string | undefined) => send(endpoint, wire, token)
  const sent = await (endpoint.path === renewalPath ? sendRenewal(sendWith) : sendFresh(sendWith))
  const body = isCsv(endpoint) ? sent.text : readJson(sent.text)
  const isOk = sent.status >= 200 && sent.status < 300
  if (!isOk || body === undefined) throw apiErrorIn(sent)
  const { data, message } = (endpoint.download ? { data: body } : body) as CallReply<C>
  return { data, message }
}

export type RawResponse = { status: number; text: string; retryAfter?: string | null }
type SentWith = RawResponse & { token: string | undefined }
type Send = (token: string | undefined) => Promise<RawResponse>

/** If the token was rejected because another tab has just renewed it, the call is sent again with the new one. */
export async function sendFresh(send: Send): Promise<SentWith> {
  const session = currentSession()
  const sent = await sendOnce(send, session)
  if (sent.status !== 401 || session === null) return sent
  // Not inside the lock, where several rejected calls would wait for one another.
  await withRenewalLock(() => {})
  const fresh = await waitForNewToken(session.token)
  // Another member may have signed in since; the call is not theirs.
  const isSameMember = fresh?.userId === session.userId && fresh.token !== session.token
  return isSameMember ? sendOnce(send, fresh) : sent
}

/** Renews the token, inside the lock. If another tab has renewed it, the new token arrives in a moment. */
async function sendRenewal(send: Send): Promise<SentWith> {
  const session = currentSession()
  const sent = await sendOnce(send, session)
  if (sent.status === 401 && session !== null) await waitForNewToken(session.token)
  return sent
}

async function sendOnce(send: Send, session: Session | null): Promise<SentWith> {
  const token = session?.token
  return { ...(await send(token)), token }
}

/** Returns the error that our server sent. Ends the session if the server says that it is over. */
export function apiErrorIn({ status, text, token, retryAfter }: SentWith): CallError {
  const failure = callErrorIn(status, text, Number(retryAfter) || 0)
  const isLockedOut = status === 403 && lockedOut.includes(failure.code)
  // A late rejection of an old token must not end a newer session.
  if (token !== undefined && token === currentSession()?.token) {
    if (isLockedOut) endLockedOut(failure, text)
    else if (status === 401) endSession()
  }
  return failure
}

export function callErrorIn(status: number, text: string, retryAfterSeconds?: number): CallError {
  return new CallError(status, (readJson(text) ?? {}) as FailureBody, retryAfterSeconds)
}

export function noResponse(): CallError {
  return new CallError(0, { error: [failureTexts.noResponse], code: 'NO_RESPONSE' })
}

async function send(endpoint: Callable, wire: Wire, token: string | undefined): Promise<RawResponse> {
  const silence = limitSilence()
  const signal = wire.signal ? eitherSignal(silence.signal, wire.signal) : silence.signal
  try {
    throwIfAborted(signal)
    const response = begin(endpoint, wire, token, signal)
    // The early call cannot be cancelled: it is no longer waited for.
    const read = readResponse(endpoint, response, silence.onData)
    return await Promise.race([read, rejectionOf(signal)])
  } catch (cause) {
    if (wire.signal?.aborted) throw cause
    throw noResponse()
  } finally {
    silence.stop()
  }
}

function begin(
  endpoint: Callable,
  wire: Wire,
  token: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const address = addressOf(endpoint, wire)
  const { method } = endpoint
  const early = method === 'GET' && takeEarlyCall(address, token)
  if (early) return early
  const body = wire.body === undefined ? null : JSON.stringify(wire.body)
  return fetch(address, { method, headers: headersOf(wire, token), body, cache: cacheOf(endpoint), signal })
}

async function readResponse(
  { method }: Callable,
  begun: Promise<Response>,
  onData: () => void,
): Promise<RawResponse> {
  const response = await begun
  if (method !== 'GET') lastWriteAt = Date.now()
  onData()
  const retryAfter = response.headers.get('retry-after')
  return { status: response.status, text: await readText(response, onData), retryAfter }
}

/** The code of a page takes half a minute at 50 kbit/s, and a second call for the same would take more. */
const freshMs = 120_000

/**
 * Returns the response to the call that index.html began before the app was loaded: once, for the same address and token,
 * and only while it is fresh.
 */
function takeEarlyCall(address: string, token: string | undefined): Promise<Response> | null {
  const early = globalThis.earlyCall
  if (early?.address !== address) return null
  globalThis.earlyCall = undefined
  if (early.token !== (token ?? null) || Date.now() - early.beganAt > freshMs) return null
  return early.response
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(abortError()), { once: true })
  })
}

let lastWriteAt = 0
/** How long a node may send a response that it created before a change on another node. */
const sharedMs = 1500

/** Bypasses stored responses after a change, so that the new state is shown. */
function cacheOf({ shared, maxAgeSeconds = 0 }: Callable): RequestCache {
  if (shared && Date.now() - lastWriteAt < sharedMs) return 'reload'
  return maxAgeSeconds < 60 ? 'no-cache' : 'default'
}

export function addressOf(endpoint: Callable, { params = {}, query = {} }: Wire): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value == null ? [] : [[name, String(value)]],
  )
  return `/api${path}${pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`}`
}

function headersOf(wire: Wire, token: string | undefined): Record<string, string> {
  return {
    accept: 'application/json',
    ...(wire.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(wire.idempotencyKey === undefined ? {} : { 'idempotency-key': wire.idempotencyKey }),
  }
}

/** Returns undefined if the text is not JSON, since a proxy may have answered instead of the server. */
export function readJson(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : undefined
  } catch {
    return undefined
  }
}
