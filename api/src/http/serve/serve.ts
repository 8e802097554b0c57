import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import type {
  BodyOf,
  Callable,
  Endpoint,
  ParamsOf,
  QueryOf,
  ReplyOf,
} from '@rootsquare/contract/lib/endpoint'
import { describedBy, isCsv } from '@rootsquare/contract/lib/endpoint'
import { Failure } from '@rootsquare/contract/lib/failure'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import {
  checkAccess,
  checkAccessToStored,
  checkBodyLimits,
  recheckAccess,
  uncountFailedCall,
} from '#api/http/auth/access.ts'
import type { FormQueue } from '#api/http/body/form-queue.ts'
import { acceptForms, isForm, partsOf, requireForm, type Part } from '#api/http/body/multipart.ts'
import { runIdempotent, type HttpResponse } from './idempotency.ts'
import { mayWrite, readFrom, recordWrite, sourceFor } from './read-source.ts'
import type { ServedEndpoint, ServerPolicy } from './policy.ts'
import { withTimeout } from './timeout.ts'
import { addressKey } from '#api/http/auth/rate-limits.ts'
import type { LoadShedding } from './overload/load-shedding.ts'
import { addRawRoute, RawBody, rawOf, type RawRequest } from './raw-body.ts'
import { compressionOnce } from './compression.ts'
import { ReplyJson } from './reply-json.ts'
import { sendResponse, sendOrNotModified } from './send-response.ts'
import { shareResponses } from './cache/shared-responses.ts'
import type { Respond, SharedResponses } from './cache/shared-responses.ts'
import { compileValidator, parseInput, rejectBrokenText } from './validation.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

type HandlerInput<E extends Endpoint> = {
  /** In an idempotent call `db` is its transaction, here and in `deps`. Handlers use these, never those of the app. */
  deps: Deps
  db: Db
  viewer: ViewerOf<E>
  params: ParamsOf<E>
  query: QueryOf<E>
  /** An endpoint that accepts JSON or a form gets either `body` or `parts`. */
  body: E extends { form: z.ZodType } ? BodyOf<E> | undefined : BodyOf<E>
  parts: PartsOf<E>
  raw: E extends { isRaw: true } ? RawRequest : undefined
  /** The client's network address, from the proxy's header where TRUST_PROXY covers the proxy. */
  address: string
}

type ViewerOf<E extends Endpoint> = E extends { shared: 'all' }
  ? null
  : E['access'] extends 'public'
    ? Viewer | null
    : Viewer

type PartsOf<E extends Endpoint> = E extends { form: z.ZodType; body: z.ZodType }
  ? AsyncIterable<Part> | undefined
  : E extends { form: z.ZodType }
    ? AsyncIterable<Part>
    : undefined

export type RouteContext = {
  http: FastifyInstance
  deps: Deps
  served: ServedEndpoint[]
  shared: SharedResponses
  load: LoadShedding
  forms: FormQueue
}

type Handler<E extends Endpoint> = (input: HandlerInput<E>) => Promise<ReplyOf<E> | ReplyJson<ReplyOf<E>>>

/** Registers an endpoint: checks access, rate limits and schemas, runs the handler, and sends its reply in the envelope. */
export function serve<E extends Endpoint>(app: RouteContext, called: Callable<E>, handler: Handler<E>): void
export function serve<E extends Endpoint>(
  app: RouteContext,
  called: Callable<E>,
  policy: ServerPolicy,
  handler: Handler<E>,
): void
export function serve<E extends Endpoint>(
  app: RouteContext,
  called: Callable<E>,
  ...rest: [Handler<E>] | [ServerPolicy, Handler<E>]
): void {
  const [policy, handler] = rest.length === 2 ? rest : [{}, ...rest]
  const endpoint: ServedEndpoint = { ...describedBy(called), ...policy }
  const envelope = z.object({ data: endpoint.reply, message: z.string().optional() })
  const respond: Respond = async (request, deps, viewer) => {
    const data = await handler(inputOf({ ...app, deps }, endpoint, request, viewer) as HandlerInput<E>)
    return serialize(endpoint, envelope, data)
  }
  addRoute(app, endpoint, {
    method: endpoint.method,
    url: endpoint.path,
    config: {
      isIdempotent: Boolean(endpoint.isIdempotent),
      form: endpoint.form,
    },
    schema: schemaOf(endpoint, envelope),
    ...(endpoint.shared && { compress: compressionOnce }),
    ...hooksOf(app, endpoint),
    handler: routeHandler(app, endpoint, respond),
  })
}

function routeHandler(app: RouteContext, endpoint: ServedEndpoint, respond: Respond) {
  const { deps, load } = app
  const findShared = endpoint.shared && shareResponses(app, endpoint, respond)
  return (request: FastifyRequest, reply: FastifyReply) =>
    load.run(endpoint, request, async () => {
      begunCalls.add(request)
      const source = await sourceFor(deps, endpoint, request)
      const sharedResponse = await findShared?.(request, source)
      if (sharedResponse) return sendOrNotModified(request, reply, sharedResponse)
      const work = readFrom(source, deps, (deps) => handle(deps, endpoint, request, respond))
      // An upload may take as long as the client's connection needs.
      const response = await (isForm(endpoint, request) ? work : withTimeout(work, request))
      return sendResponse(endpoint, request, reply, response)
    })
}

/** Calls whose handler has begun. In overload many are rejected before that and have written nothing. */
const begunCalls = new WeakSet<FastifyRequest>()

function hooksOf(app: RouteContext, endpoint: ServedEndpoint): Partial<RouteOptions> {
  const { deps, load } = app
  return {
    onRequest: async (request) => {
      request.viewer = await load.admit(endpoint, request, () => checkAccess(deps, endpoint, request))
      if (isForm(endpoint, request)) requireForm(request)
    },
    ...(isPlainRead(endpoint) ? {} : { onSend: finishWriteHook(app, endpoint) }),
  }
}

/** A plain read counts and changes nothing, so it is spared a hook, which would cost it a turn of the event loop. */
const isPlainRead = ({ method, limits }: Endpoint) => method === 'GET' && !limits

/** Runs before the response is sent, so that a client that has the response finds counts and shared responses up to date. */
function finishWriteHook({ deps, shared }: RouteContext, endpoint: ServedEndpoint) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // A call that failed on our side may still have written something, but a rejected one has not.
    const isRejected = reply.statusCode >= 400 && reply.statusCode < 500
    if (mayWrite(endpoint) && begunCalls.has(request) && !isRejected) shared.drop()
    if (reply.statusCode >= 400) await uncountFailedCall(deps, request)
  }
}

async function handle(
  deps: Deps,
  endpoint: ServedEndpoint,
  request: FastifyRequest,
  respond: Respond,
): Promise<HttpResponse> {
  if (!isForm(endpoint, request)) await recheckAccess(deps, endpoint, request)
  for (const part of [request.params, request.query, endpoint.body && request.body]) rejectBrokenText(part)
  await checkBodyLimits(deps, endpoint, request)
  const work = (db: Db) => respond(request, { ...deps, db, log: request.log }, request.viewer)
  const response = await recordWrite(deps, endpoint, request, () =>
    runIdempotent(deps, endpoint, request, work),
  )
  if (response.isStored) await checkAccessToStored(deps, endpoint, request)
  return response
}

function serialize(endpoint: Endpoint, envelope: z.ZodType, data: unknown): string {
  if (data instanceof ReplyJson) return `{"data":${data.json}}`
  if (endpoint.isBare) return JSON.stringify(endpoint.reply.parse(data))
  if (isCsv(endpoint)) return z.string().parse(data)
  if (endpoint.download) return JSON.stringify(data, null, 2)
  return JSON.stringify(envelope.parse({ data, message: messageOf(endpoint, data) }))
}

function messageOf({ message }: Endpoint, data: unknown): string | undefined {
  if (typeof message !== 'function') return message
  return typeof data === 'object' && data !== null ? message(data) : undefined
}

/** Adds the route of a form or raw body in its own scope, so that all other routes accept JSON only. */
function addRoute({ http, served }: RouteContext, endpoint: ServedEndpoint, route: RouteOptions): void {
  served.push(endpoint)
  const { form, body, isRaw } = endpoint
  if (isRaw) return void http.register(async (scope) => addRawRoute(scope, route))
  if (!form) return void http.route({ ...route, validatorCompiler: compileValidator })
  http.register(async (scope) => {
    await acceptForms(scope)
    scope.route({
      ...route,
      // The handler reads the parts one by one, so there is no whole body to validate.
      validatorCompiler: (part) => (part.httpPart === 'body' ? () => true : compileValidator(part)),
      preHandler: async (request) => {
        if (body && !isForm(endpoint, request)) request.body = parseInput(body, request.body)
      },
    })
  })
}

function inputOf(app: RouteContext, endpoint: Endpoint, request: FastifyRequest, viewer: Viewer | null) {
  const { deps } = app
  const { params, query, body } = request
  const parts = isForm(endpoint, request) ? formPartsOf(app, endpoint, request) : undefined
  const raw = endpoint.isRaw ? rawOf(request) : undefined
  return { deps, db: deps.db, viewer, params, query, body, parts, raw, address: addressKey(request.ip) }
}

function formPartsOf({ deps, forms }: RouteContext, endpoint: Endpoint, request: FastifyRequest) {
  return partsOf(request, {
    enter: (signal) => forms(formSender(request), signal),
    onComplete: () => recheckAccess(deps, endpoint, request),
  })
}

export const formSender = ({ raw, ip, viewer }: FastifyRequest) => ({
  memberId: viewer?.id,
  address: addressKey(ip),
  bytesRead: () => raw.socket.bytesRead,
  bytesUnread: () => raw.readableLength,
})

function replySchemaOf(endpoint: Endpoint, envelope: z.ZodType) {
  if (isCsv(endpoint)) return { content: { 'text/csv': { schema: endpoint.reply } } }
  return endpoint.download || endpoint.isBare ? endpoint.reply : envelope
}

function schemaOf(endpoint: Endpoint, envelope: z.ZodType) {
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1] ?? ''],
    ...(endpoint.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...((endpoint.body ?? endpoint.form) && { body: endpoint.body ?? endpoint.form }),
    ...(endpoint.isRaw && { body: RawBody }),
    ...(endpoint.form && !endpoint.body && { consumes: ['multipart/form-data'] }),
    response: {
      200: replySchemaOf(endpoint, envelope),
      '4xx': Failure,
      '5xx': Failure,
    },
    description: `Access: ${endpoint.access}.${endpoint.isIdempotent ? ' Honours Idempotency-Key.' : ''}`,
  }
}
