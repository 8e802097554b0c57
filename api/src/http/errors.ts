import type { IncomingMessage } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '#api/db/connection-errors.ts'
import { notFound, ApiError, storageFull, unavailable } from './api-error.ts'

/** Our texts for the errors that Fastify throws itself. */
const fastifyErrors: Record<number, { code: string; text: string }> = {
  400: { code: 'BAD_REQUEST', text: 'The request could not be read.' },
  404: { code: 'NOT_FOUND', text: 'Not found.' },
  406: { code: 'NOT_ACCEPTABLE', text: 'The response cannot have that format.' },
  408: { code: 'TIMEOUT', text: 'The request took too long to arrive.' },
  413: { code: 'TOO_LARGE', text: 'That is too large.' },
  414: { code: 'URI_TOO_LONG', text: 'That address is too long.' },
  415: { code: 'UNSUPPORTED_MEDIA_TYPE', text: 'Send this as application/json.' },
  431: { code: 'HEADERS_TOO_LARGE', text: 'The headers are too large.' },
}

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(toApiError(error), error, request, reply))
}

function sendError(apiError: ApiError | null, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (apiError === null || apiError.status >= 500) {
    if (error instanceof ApiError) request.errorCode = error.code
    else request.log.error({ err: error }, 'request failed')
    const fault = apiError ?? new ApiError(500, 'INTERNAL', 'An unexpected error occurred')
    return send(reply, fault, { ...fault.toBody(), requestId: request.id })
  }
  request.errorCode = apiError.code
  return send(reply, apiError, apiError.toBody())
}

function send(reply: FastifyReply, error: ApiError, body: object) {
  const headers = { 'cache-control': 'no-store', ...error.extra.headers }
  return reply
    .code(error.status)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}

/** Returns null for an unexpected error, which is sent as a 500. */
export function toApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error
  if (isStorageFull(error)) return storageFull()
  if (isDatabaseUnavailable(error)) return unavailable()
  const status = isFastifyError(error) ? (error.statusCode ?? 500) : 500
  if (status >= 500) return null
  const known = fastifyErrors[status] ?? { code: 'REFUSED', text: 'The request was rejected.' }
  return new ApiError(status, known.code, known.text)
}

/** The codes for "no space left" and "quota exceeded" of the file system, and for disk_full of PostgreSQL. */
const storageFullCodes = new Set(['ENOSPC', 'EDQUOT', '53100'])

export function isStorageFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && storageFullCodes.has(String(error.code))
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'statusCode' in error
}

/** Rejects unknown paths under /api. `methodErrorOf` recognises a path for which only the method is wrong. */
export function rejectUnknownPaths(
  app: FastifyInstance,
  methodErrorOf: (request: FastifyRequest) => ApiError | undefined,
): void {
  const errorOf = (request: FastifyRequest) => methodErrorOf(request) ?? unknownPath(request)
  // The error is thrown before the body is read, so that a malformed body does not change it.
  app.addHook('onRequest', (request, _reply, next) => next(request.is404 ? errorOf(request) : undefined))
  app.setNotFoundHandler((request, reply) => sendError(errorOf(request), null, request, reply))
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

function unknownPath({ method }: FastifyRequest): ApiError {
  if (methods.includes(method)) return notFound('No such call.')
  return new ApiError(405, 'METHOD_NOT_ALLOWED', `The method ${method} is not supported.`, {
    headers: { allow: methods.join(', ') },
  })
}

/** Sends our error body for URLs that the router cannot parse. Our hooks do not run for these. */
export function handleRouterError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff')
  sendError(toApiError(error), error, request, reply)
}

/** Rejects broken escapes in URLs, because the router and the handlers would each decode them in their own way. */
export function rejectUndecodableUrls(app: FastifyInstance): void {
  app.addHook('onRequest', ({ url }, _reply, next) => {
    next(url.includes('%') && !isDecodable(url) ? badRequest() : undefined)
  })
}

/** Node uses the first value of a repeated header and a proxy perhaps the last, so each would see a different request. */
const singleHeaders = ['host', 'authorization', 'content-type', 'idempotency-key']

export function rejectAmbiguousHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, next) => {
    next(hasAmbiguousHeaders(raw) ? badRequest() : undefined)
  })
}

function hasAmbiguousHeaders({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  return (headers.host === undefined && httpVersion === '1.1') || hasRepeated(rawHeaders)
}

/** Reads the raw list of names and values, because `headersDistinct` would sort all of it for each request. */
function hasRepeated(rawHeaders: string[]): boolean {
  const seen = new Set<string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? ''
    if (!singleHeaders.includes(name)) continue
    if (seen.has(name)) return true
    seen.add(name)
  }
  return false
}

const badRequest = () => new ApiError(400, 'BAD_REQUEST', 'The request could not be read.')

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}
