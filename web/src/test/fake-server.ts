import type {
  BodyOf,
  Callable,
  Endpoint,
  ParamsOf,
  QueryOf,
  ReplyOf,
} from '@rootsquare/contract/lib/endpoint'
import { describedBy, isCsv } from '@rootsquare/contract/lib/endpoint'
import { expect, vi } from 'vitest'

/** One call as the page sent it, parsed by the schemas of the contract. */
export type Received<C extends Callable> = {
  params: ParamsOf<C>
  query: QueryOf<C>
  body: BodyOf<C>
  headers: Headers
}
type Respond = (url: URL, init: RequestInit) => Promise<Response>
type Route = { endpoint: Endpoint; pattern: RegExp; respond: Respond }

/** The body of an API error with which the server rejects a call. */
export class Rejection extends Error {
  readonly response: Response
  constructor(status: number, error: string, rest: { code?: string; fields?: Record<string, string> } = {}) {
    super(error)
    const body = { error: [error], message: error, code: rest.code ?? 'TEST', fields: rest.fields }
    this.response = Response.json(body, { status })
  }
}

/** Throw it in an answer to simulate a connection that breaks before the response. */
export const noConnection = new TypeError('Failed to fetch')

let routes: Route[] = []
let calls: { endpoint: Endpoint; received: Received<Callable> }[] = []
/** Mistakes of a test: missing answers, or answers that the contract does not allow. */
let mistakes: unknown[] = []
let isUnansweredAllowed = false

/** Starts a server that has no answers yet. */
export function startFakeServer(): void {
  routes = []
  calls = []
  mistakes = []
  isUnansweredAllowed = false
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => respondTo(input, init))
}

export function expectNoMistakes(): void {
  expect(mistakes).toEqual([])
}

/**
 * Answers a call of the contract from now on, and replaces any earlier answer. The answer is checked by the contract's
 * schema, so that no test uses an answer that the server would never send.
 */
export function answer<C extends Callable>(
  called: C,
  reply: (received: Received<C>) => ReplyOf<C> | Promise<ReplyOf<C>>,
): void {
  const endpoint = describedBy(called)
  const pattern = new RegExp(`^/api${endpoint.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
  const respond: Respond = async (url, init) => {
    const received = read(endpoint, pattern, url, init)
    calls.push({ endpoint, received })
    const data = endpoint.reply.parse(await reply(received))
    const message = typeof endpoint.message === 'function' ? endpoint.message(Object(data)) : endpoint.message
    if (isCsv(endpoint)) return new Response(String(data))
    return Response.json(endpoint.isBare || endpoint.download ? data : { data, message })
  }
  routes = [{ endpoint, pattern, respond }, ...routes.filter((route) => route.endpoint !== endpoint)]
}

/** Answers like `answer`, but each call waits until the returned function is called. */
export function answerLater<C extends Callable>(
  called: C,
  reply: (received: Received<C>) => ReplyOf<C> | Promise<ReplyOf<C>>,
): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  answer(called, (received) => promise.then(() => reply(received)))
  return resolve
}

/** Answers other calls with "not found", for tests that pass through pages whose content does not matter. */
export function allowUnanswered(): void {
  isUnansweredAllowed = true
}

/** Returns the calls of one kind that the page has sent in this test, in order. */
export function callsOf<C extends Callable>(called: C): Received<C>[] {
  const endpoint: Endpoint = describedBy(called)
  return calls.flatMap((one) => (one.endpoint === endpoint ? [one.received as Received<C>] : []))
}

function read<C extends Callable>(
  endpoint: Endpoint,
  pattern: RegExp,
  url: URL,
  init: RequestInit,
): Received<C> {
  const parts = {
    params: endpoint.params?.parse({ ...pattern.exec(url.pathname)?.groups }),
    query: endpoint.query?.parse(Object.fromEntries(url.searchParams)),
    body: endpoint.body?.parse(JSON.parse(String(init.body))),
    headers: new Headers(init.headers),
  }
  return parts as Received<C>
}

function paramCount({ endpoint }: Route): number {
  return endpoint.path.split(':').length - 1
}

async function respondTo(input: string, init: RequestInit): Promise<Response> {
  const url = new URL(input, 'http://localhost')
  // The stream of live events is silent unless a test is about it.
  if (url.pathname === '/api/live') return new Promise(() => {})
  // As on the server, `/groups/suggestions` is not the group with that id.
  const [route] = routes
    .filter(
      ({ endpoint, pattern }) => endpoint.method === (init.method ?? 'GET') && pattern.test(url.pathname),
    )
    .sort((one, other) => paramCount(one) - paramCount(other))
  if (!route) {
    const unanswered = `No answer for ${init.method ?? 'GET'} ${url.pathname}`
    if (!isUnansweredAllowed) mistakes.push(unanswered)
    return new Rejection(404, unanswered).response
  }
  try {
    return await route.respond(url, init)
  } catch (error) {
    if (error instanceof Rejection) return error.response.clone()
    if (error !== noConnection) mistakes.push(error)
    throw error
  }
}
