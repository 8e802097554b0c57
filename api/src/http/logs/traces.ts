import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RemoteSpan, Span, Telemetry } from '#api/ports/telemetry/telemetry.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Is null unless telemetry is on. */
    span: Span | null
  }
}

/** Matches a W3C Trace Context: version, trace, span, flags. Ids of zeros and the version ff are forbidden. */
const traceparent = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]([\da-f])$/

export function remoteSpanOf(header: string | string[] | undefined): RemoteSpan | undefined {
  if (typeof header !== 'string') return undefined
  const [, traceId, spanId, flags] = traceparent.exec(header) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** Logs the trace of a caller also without telemetry, so that its lines and ours can be joined. */
export function traceRequests(app: FastifyInstance, telemetry: Telemetry | undefined): void {
  if (telemetry) return recordRequests(app, telemetry)
  app.addHook('onRequest', (request, reply, next) => {
    const remote = remoteSpanOf(request.headers['traceparent'])
    if (remote) logTrace(request, reply, remote.traceId)
    next()
  })
}

function recordRequests(app: FastifyInstance, telemetry: Telemetry): void {
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, reply, next) => {
    const span = telemetry.startRequest(remoteSpanOf(request.headers['traceparent']))
    request.span = span
    logTrace(request, reply, span.traceId)
    span.run(next)
  })
  app.addHook('onResponse', (request, reply, next) => {
    const { method, span } = request
    const { statusCode } = reply
    const route = request.routeOptions.url
    span?.end({
      name: route === undefined ? method : `${method} ${route}`,
      // The path and the query are left out, because they may contain names and codes.
      attributes: {
        'http.request.method': method,
        'http.response.status_code': statusCode,
        ...(route !== undefined && { 'http.route': route }),
      },
      ...(statusCode >= 500 && { errorType: String(statusCode) }),
    })
    next()
  })
}

/** Adds the trace to all later lines of the request. */
function logTrace(request: FastifyRequest, reply: FastifyReply, traceId: string): void {
  request.log = request.log.child({ traceId })
  reply.log = request.log
}
