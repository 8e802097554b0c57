import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerFactory } from 'fastify'
import type { Deps } from '#api/deps.ts'
import { addressKey, isWithin } from '#api/http/auth/rate-limits.ts'
import { knownViewer } from '#api/http/auth/viewer.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { hasAmbiguousHeaders } from '#api/http/errors.ts'
import { logRequest } from '#api/http/logs/log.ts'
import { measureRequest } from '#api/http/logs/metrics.ts'
import type { Settings } from '#api/settings.ts'
import { sourceFor } from './read-source.ts'
import type { ReadyAnswer } from './send.ts'
import type { SharedAnswers, SharedUrl } from './shared-answers.ts'

/** Different headers make different responses of one answer. Anybody can send any header, so only a few are stored. */
const maxVariants = 16

/** Separated by a line break, which no header contains, so that two pairs of headers never give the same text. */
const variantOf = ({ 'accept-encoding': encoding, 'if-none-match': etag }: IncomingMessage['headers']) =>
  `${encoding}\n${etag}`

const answersSent = new WeakMap<FastifyRequest, ReadyAnswer>()

/** The response to this request will be this answer, and may be sent to others as it is. */
export function markShared(request: FastifyRequest, answer: ReadyAnswer): void {
  if (request.method === 'GET') answersSent.set(request, answer)
}

/** Called after the compression is registered, so that it sees the bytes that are sent. */
export function storeSharedResponses(http: FastifyInstance): void {
  http.addHook('onRoute', (route) => {
    if (route.config?.isShared) route.onSend = [route.onSend ?? [], storeResponse].flat()
  })
}

async function storeResponse(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<void> {
  const responses = answersSent.get(request)?.responses
  // A connection holds its last request for as long as it is open, and that would hold the answer.
  answersSent.delete(request)
  // An answer that could not be compressed becomes an error, which is not to be sent again.
  if (!responses || responses.size >= maxVariants || reply.statusCode >= 400) return
  const sent = Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)])
  const response = { status: reply.statusCode, headers: Object.fromEntries(sent) }
  if (!Buffer.isBuffer(body)) return void responses.set(variantOf(request.headers), response)
  const headers = { ...response.headers, 'content-length': String(body.length) }
  responses.set(variantOf(request.headers), { ...response, headers, body })
}

/** Requests with these are left to Fastify. */
const rareHeaders = ['content-length', 'transfer-encoding', 'expect', 'traceparent', 'x-no-compression']

/**
 * A server that sends stored responses itself and leaves all other requests to Fastify, whose way through hooks and headers
 * takes several times as long. Session and rate limit are checked as there.
 */
export function serverWithStored(
  deps: Deps,
  shared: SharedAnswers,
  options: ServerOptions,
): FastifyServerFactory {
  const isTrusted = proxyAddr.compile(trustedProxies(deps.settings))
  return (handle) => {
    const server: Server = createServer(options, (raw, response) => {
      const url = raw.method === 'GET' ? shared.urls.get(raw.url ?? '') : undefined
      if (!url || !server.listening || deps.telemetry || !isCommon(raw)) return handle(raw, response)
      const call = { raw, response, address: () => addressOf(raw, isTrusted) }
      sendStored(deps, url, call).then(
        (isSent) => isSent || handle(raw, response),
        () => handle(raw, response),
      )
    })
    return server
  }
}

/** Without the header of a proxy nothing has to be parsed. */
function addressOf(raw: IncomingMessage, isTrusted: (address: string, hops: number) => boolean): string {
  const isForwarded = raw.headers['x-forwarded-for'] !== undefined
  return isForwarded ? proxyAddr(raw, isTrusted) : (raw.socket.remoteAddress ?? '')
}

type Call = { raw: IncomingMessage; response: ServerResponse; address: () => string }

/** Returns false where Fastify must handle the call. */
async function sendStored(deps: Deps, url: SharedUrl, { raw, response, address }: Call): Promise<boolean> {
  const startedAt = performance.now()
  const { headers } = raw
  const viewer = headers.authorization === undefined ? null : knownViewer(deps, raw)
  if (viewer === undefined || (viewer === null && url.endpoint.access !== 'public')) return false
  const source = await sourceFor(deps, url.endpoint, { ...url, headers, viewer })
  const stored = url.find(viewer, source)?.responses.get(variantOf(headers))
  // Above the limit Fastify rejects it.
  if (!stored || !(await isWithinLimit(deps, viewer, address))) return false
  const { status, body } = stored
  response.writeHead(status, stored.headers).end(body)
  const request = { method: 'GET', path: url.path, status, ms: performance.now() - startedAt }
  measureRequest(url.route, request)
  logRequest(deps.log, request, viewer)
  return true
}

async function isWithinLimit(deps: Deps, viewer: Viewer | null, address: () => string): Promise<boolean> {
  if (viewer) return isWithin(deps, 'member', String(viewer.id))
  return isWithin(deps, 'anonymous', addressKey(address()))
}

export const trustedProxies = ({ trustProxy }: Settings) => trustProxy.split(',').map((part) => part.trim())

const isCommon = (raw: IncomingMessage) =>
  rareHeaders.every((name) => raw.headers[name] === undefined) && !hasAmbiguousHeaders(raw)
