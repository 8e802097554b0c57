import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerFactory } from 'fastify'
import type { Deps } from '#api/deps.ts'
import { addressKey, isWithin } from '#api/http/auth/rate-limits.ts'
import { knownViewer, type Viewer } from '#api/http/auth/viewer.ts'
import { hasAmbiguousHeaders } from '#api/http/errors.ts'
import { logRequest } from '#api/http/logs/log.ts'
import { measureRequest } from '#api/http/logs/metrics.ts'
import type { Settings } from '#api/settings.ts'
import { sourceFor } from '#api/http/serve/read-source.ts'
import type { SharedResponse } from '#api/http/serve/send-response.ts'
import type { SharedResponses, SharedUrl } from './shared-responses.ts'

/** Callers choose these headers freely, so only a few variants of a shared response are stored. */
const maxVariants = 16

/** Joins the headers with a line break, which no header contains, so that different pairs never give the same key. */
const variantOf = ({ 'accept-encoding': encoding, 'if-none-match': etag }: IncomingMessage['headers']) =>
  `${encoding}\n${etag}`

const sharedResponses = new WeakMap<FastifyRequest, SharedResponse>()

/** Marks a request that gets this shared response. The bytes sent for it may be sent to other callers unchanged. */
export function storeWhenSent(request: FastifyRequest, response: SharedResponse): void {
  if (request.method === 'GET') sharedResponses.set(request, response)
}

/** Must be called after the compression is registered, so that it sees the bytes that are sent. */
export function storeSentResponses(http: FastifyInstance): void {
  http.addHook('onRoute', (route) => {
    if (route.config?.isShared) route.onSend = [route.onSend ?? [], storeSent].flat()
  })
}

async function storeSent(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<void> {
  const stored = sharedResponses.get(request)?.sent
  // A connection references its last request while it is open, which would keep the shared response in memory.
  sharedResponses.delete(request)
  // A response that could not be compressed becomes an error, which must not be sent again.
  if (!stored || stored.size >= maxVariants || reply.statusCode >= 400) return
  const headers = Object.fromEntries(
    Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
  )
  const response = { status: reply.statusCode, headers }
  if (!Buffer.isBuffer(body)) return void stored.set(variantOf(request.headers), response)
  headers['content-length'] = String(body.length)
  stored.set(variantOf(request.headers), { ...response, body })
}

/** Requests with one of these headers are left to Fastify. */
const rareHeaders = ['content-length', 'transfer-encoding', 'expect', 'traceparent', 'x-no-compression']

/**
 * Creates a server that repeats what was sent before and leaves all other requests to Fastify, whose hooks and headers take
 * several times as long. Session and rate limit are checked in the same way.
 */
export function resendingServer(
  deps: Deps,
  shared: SharedResponses,
  options: ServerOptions,
): FastifyServerFactory {
  const isTrusted = proxyAddr.compile(trustedProxies(deps.settings))
  return (handle) => {
    const server: Server = createServer(options, (raw, response) => {
      const url = raw.method === 'GET' ? shared.urls.get(raw.url ?? '') : undefined
      if (!url || !server.listening || deps.telemetry || !isCommon(raw)) return handle(raw, response)
      const call = { raw, response, address: () => addressOf(raw, isTrusted) }
      resend(deps, url, call).then(
        (isSent) => isSent || handle(raw, response),
        () => handle(raw, response),
      )
    })
    return server
  }
}

/** Without the header of a proxy there is nothing to parse. */
function addressOf(raw: IncomingMessage, isTrusted: (address: string, hops: number) => boolean): string {
  const isForwarded = raw.headers['x-forwarded-for'] !== undefined
  return isForwarded ? proxyAddr(raw, isTrusted) : (raw.socket.remoteAddress ?? '')
}

type Call = { raw: IncomingMessage; response: ServerResponse; address: () => string }

/** Returns false where Fastify must handle the call. */
async function resend(deps: Deps, url: SharedUrl, { raw, response, address }: Call): Promise<boolean> {
  const startedAt = performance.now()
  const { headers } = raw
  const viewer = headers.authorization === undefined ? null : knownViewer(deps, raw)
  if (viewer === undefined || (viewer === null && url.endpoint.access !== 'public')) return false
  const source = await sourceFor(deps, url.endpoint, { ...url, headers, viewer })
  const stored = url.find(viewer, source)?.sent.get(variantOf(headers))
  // Above the limit Fastify handles the call and rejects it.
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
