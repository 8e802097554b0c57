import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sqlState } from '#api/db/db.ts'
import { notFound, ApiError, storageFull, unavailable } from './api-error.ts'

/** What Fastify refuses by itself, in our words. */
const byStatus: Record<number, { code: string; words: string }> = {
  400: { code: 'BAD_REQUEST', words: 'The request could not be read.' },
  404: { code: 'NOT_FOUND', words: 'Not found.' },
  406: { code: 'NOT_ACCEPTABLE', words: 'That form of answer is not to be had here.' },
  408: { code: 'TIMEOUT', words: 'The request took too long to arrive.' },
  413: { code: 'TOO_LARGE', words: 'That is too large.' },
  414: { code: 'URI_TOO_LONG', words: 'That address is too long.' },
  415: { code: 'UNSUPPORTED_MEDIA_TYPE', words: 'Send this as application/json.' },
  431: { code: 'HEADERS_TOO_LARGE', words: 'The headers are too large.' },
}

export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendFailure(toApiError(error), error, request, reply))
}

function sendFailure(refusal: ApiError | null, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (refusal === null || refusal.status >= 500) {
    if (error instanceof ApiError) request.refused = error.code
    else request.log.error({ err: error }, 'request failed')
    const fault = refusal ?? new ApiError(500, 'INTERNAL', 'An unexpected error occurred')
    return send(reply, fault, { ...fault.toBody(), requestId: request.id })
  }
  request.refused = refusal.code
  return send(reply, refusal, refusal.toBody())
}

function send(reply: FastifyReply, refusal: ApiError, body: object) {
  const headers = { 'cache-control': 'no-store', ...refusal.extra.headers }
  return reply
    .code(refusal.status)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}

/** Null is a fault of ours. */
export function toApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error
  if (isStorageFull(error)) return storageFull()
  if (isDatabaseAway(error)) return unavailable()
  const status = isFastifyError(error) ? (error.statusCode ?? 500) : 500
  if (status >= 500) return null
  const known = byStatus[status] ?? { code: 'REFUSED', words: 'The request was refused.' }
  return new ApiError(status, known.code, known.words)
}

/** As the file system tells it, by its size or by a quota, and as PostgreSQL does. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', '53100'])

export function isStorageFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && fullCodes.has(String(error.code))
}

const awayStates = new Set(['57P01', '57P02', '57P03', '53300', '57014', '55P03', '25P03'])
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** The same codes from the file system are faults of ours. */
const networkCalls = new Set(['connect', 'read', 'write', 'getaddrinfo'])

/** The database cannot be reached or is overloaded: say so and let the caller come back, rather than call it a fault. */
function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return awayStates.has(state) || state.startsWith('08') || isCutOff(error)
  if (!(error instanceof Error)) return false
  // A host name with two addresses: each was tried, each failed.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  if ('code' in error && typeof error.code === 'string' && 'syscall' in error)
    return awayCodes.has(error.code) && networkCalls.has(String(error.syscall))
  return /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/.test(
    error.message,
  )
}

/** FATAL: the server ended the connection, or never opened it. */
function isCutOff(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'severity' in error && error.severity === 'FATAL'
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'statusCode' in error
}

/** Wrong path under /api: the same form. A wrong method has routes of its own, see `rejectOtherMethods`. */
export function answerUnknownPaths(app: FastifyInstance): void {
  // Before the body is read: how it is written does not matter any more.
  app.addHook('onRequest', async (request) => {
    if (request.is404) throw rejectUnknown(request)
  })
  app.setNotFoundHandler((request, reply) => sendFailure(rejectUnknown(request), null, request, reply))
}

const spoken = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

function rejectUnknown({ method }: FastifyRequest): ApiError {
  if (spoken.includes(method)) return notFound('No such call.')
  return new ApiError(405, 'METHOD_NOT_ALLOWED', `${method} is not spoken here.`, {
    headers: { allow: spoken.join(', ') },
  })
}

/** Addresses that the router cannot even look up; our hooks do not run for these. */
export function answerUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff')
  sendFailure(toApiError(error), error, request, reply)
}

/** What the parts behind us would each read in their own way. */
export function rejectUnreadable(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    if (url.includes('%') && !isDecodable(url)) throw unreadable()
  })
}

/** Of two of these, Node takes the first, and a proxy perhaps the last: then each speaks of another request. */
const givenOnce = ['host', 'authorization', 'content-type', 'idempotency-key']

export function rejectAmbiguousHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const { headersDistinct: headers, httpVersion } = raw
    if (headers.host === undefined && httpVersion === '1.1') throw unreadable()
    if (givenOnce.some((name) => (headers[name]?.length ?? 0) > 1)) throw unreadable()
  })
}

const unreadable = () => new ApiError(400, 'BAD_REQUEST', 'The request could not be read.')

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}
