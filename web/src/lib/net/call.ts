import type { CallOf, Endpoint, ReplyOf } from '@rootsquare/contract/endpoint'
import { words } from '@rootsquare/contract/failure'
import {
  currentSession,
  endLockedOut,
  endSession,
  sessionAfter,
  underRenewalLock,
} from '#web/lib/session/session.ts'
import type { Session } from '#web/lib/session/session.ts'

type Parts<E extends Endpoint> = {
  [Part in keyof CallOf<E> as CallOf<E>[Part] extends undefined ? never : Part]: CallOf<E>[Part]
}
export type Given<E extends Endpoint> = Parts<E> & { idempotencyKey?: string; signal?: AbortSignal }
export type Answer<E extends Endpoint> = { data: ReplyOf<E>; message: string | undefined }

type Wire = {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
  idempotencyKey?: string
  signal?: AbortSignal
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

const timeLimitMs = 20_000
/** It runs inside the lock that the others wait for. */
const renewalPath = '/token/renew'
const lockedOut = ['ACCOUNT_BANNED', 'ACCOUNT_SUSPENDED']

/** Every way a call can go wrong. Status 0: no answer came. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly sentences: string[]
  readonly fields: Record<string, string>
  readonly requestId: string | undefined
  readonly reason: string | undefined
  readonly until: string | undefined

  constructor(status: number, body: FailureBody) {
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
  }
}

/** No answer, or a broken one: worth asking again. A refusal stays a refusal. */
export function isLost(failure: Error): boolean {
  return failure instanceof CallError && (failure.status === 0 || failure.status >= 500)
}

export async function call<E extends Endpoint>(
  endpoint: E,
  ...[given]: {} extends Given<E> ? [given?: Given<E>] : [given: Given<E>]
): Promise<Answer<E>> {
  const wire = (given ?? {}) as Wire
  const sendWith = (token: string | undefined) => send(endpoint, wire, token)
  const sent = await (endpoint.path === renewalPath ? sendRenewal(sendWith) : sendFresh(sendWith))
  const body = readJson(sent.text)
  const isOk = sent.status >= 200 && sent.status < 300
  if (!isOk || body === undefined) throw apiErrorIn(sent)
  const { data, message } = (endpoint.download ? { data: body } : body) as Answer<E>
  return { data, message }
}

export type Sent = { status: number; text: string }
type SentWith = Sent & { token: string | undefined }
type Send = (token: string | undefined) => Promise<Sent>

/** A token refused because another tab was just trading it in is no refusal: the call goes out again with the new one. */
export async function sendFresh(send: Send): Promise<SentWith> {
  const session = currentSession()
  const sent = await sendOnce(send, session)
  if (sent.status !== 401 || session === null) return sent
  // Not inside the lock: of several refused calls each would wait for the one before.
  await underRenewalLock(() => {})
  const fresh = await sessionAfter(session.token)
  // Whoever has signed in since did not ask for this.
  const isOurs = fresh?.userId === session.userId && fresh.token !== session.token
  return isOurs ? sendOnce(send, fresh) : sent
}

/** The lock is ours. A token that another tab has traded in before us is no refusal either: the new one is on its way here. */
async function sendRenewal(send: Send): Promise<SentWith> {
  const session = currentSession()
  const sent = await sendOnce(send, session)
  if (sent.status === 401 && session !== null) await sessionAfter(session.token)
  return sent
}

async function sendOnce(send: Send, session: Session | null): Promise<SentWith> {
  const token = session?.token
  return { ...(await send(token)), token }
}

/** What our own server said against it. Ends the session where it says that there is none any more. */
export function apiErrorIn({ status, text, token }: SentWith): CallError {
  const failure = failureIn(status, text)
  const isOut = status === 403 && lockedOut.includes(failure.code)
  // A late refusal of an old token must not end the session that has begun since.
  if (token !== undefined && token === currentSession()?.token) {
    if (isOut) endLockedOut(failure, text)
    else if (status === 401) endSession()
  }
  return failure
}

export function failureIn(status: number, text: string): CallError {
  return new CallError(status, (readJson(text) ?? {}) as FailureBody)
}

export function noResponse(): CallError {
  return new CallError(0, { error: [words.noResponse], code: 'NO_RESPONSE' })
}

async function send(endpoint: Endpoint, wire: Wire, token: string | undefined): Promise<Sent> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), timeLimitMs)
  const signals = [limit.signal, ...(wire.signal ? [wire.signal] : [])]
  try {
    const response = await fetch(addressOf(endpoint, wire), {
      method: endpoint.method,
      headers: headersOf(wire, token),
      body: wire.body === undefined ? null : JSON.stringify(wire.body),
      // Whoever has just changed something looks at what it became, not at what was kept for a few seconds.
      cache: (endpoint.maxAgeSeconds ?? 0) < 60 ? 'no-cache' : 'default',
      signal: AbortSignal.any(signals),
    })
    // A file may take as long as the line needs, once it has begun to come.
    if (endpoint.download) clearTimeout(timer)
    return { status: response.status, text: await response.text() }
  } catch (cause) {
    if (wire.signal?.aborted) throw cause
    throw noResponse()
  } finally {
    clearTimeout(timer)
  }
}

function addressOf(endpoint: Endpoint, { params = {}, query = {} }: Wire): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value == null ? [] : [[name, String(value)]],
  )
  return `/api${path}${asked.length === 0 ? '' : `?${new URLSearchParams(asked)}`}`
}

function headersOf(wire: Wire, token: string | undefined): Record<string, string> {
  return {
    accept: 'application/json',
    ...(wire.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(wire.idempotencyKey === undefined ? {} : { 'idempotency-key': wire.idempotencyKey }),
  }
}

/** Undefined where something on the way, such as a proxy, answered in its own form. */
export function readJson(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : undefined
  } catch {
    return undefined
  }
}
