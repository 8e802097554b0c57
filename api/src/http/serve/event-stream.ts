import type { ServerResponse } from 'node:http'
import type { z } from 'zod'
import { describedBy, type Callable, type Endpoint } from '@rootsquare/contract/lib/endpoint'
import { Failure } from '@rootsquare/contract/lib/failure'
import { checkAccess } from '#api/http/auth/access.ts'
import { withTimeout } from './timeout.ts'
import { parseInput } from './validation.ts'
import type { RouteContext } from './serve.ts'
import { liveStreams } from '#api/ports/metrics/metrics.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

export type EventStream = {
  viewer: Viewer
  write(text: string): void
  end(): void
  onClose(listener: () => void): void
}

type StreamInput<Q> = { viewer: Viewer; query: Q; lastEventId: string | undefined }

/**
 * Registers an endpoint whose response is a stream of events. `prepare` runs before the headers are sent, so it can still
 * throw an ApiError; the function that it returns gets the open stream.
 */
export function serveEvents<Q extends z.ZodType>(
  app: RouteContext,
  called: Callable<Endpoint & { query: Q }>,
  prepare: (input: StreamInput<z.output<Q>>) => Promise<(stream: EventStream) => void>,
): void {
  const endpoint = describedBy(called)
  app.served.push(endpoint)
  app.http.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    validatorCompiler: () => () => true,
    handler: async (request, reply) => {
      const viewer = await checkAccess(app.deps, endpoint, request)
      if (viewer === null) throw new Error('A stream cannot be public.')
      request.viewer = viewer
      reply.headers(eventHeaders)
      if (request.method === 'HEAD') return void reply.send()
      const lastEventId = [request.headers['last-event-id']].flat()[0]
      const query = parseInput(endpoint.query, request.query)
      const start = await withTimeout(prepare({ viewer, query, lastEventId }), request)
      reply.hijack()
      // If the client disconnected before this, 'close' has fired already, and nobody would remove the stream.
      if (reply.raw.destroyed) return
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      reply.raw.flushHeaders()
      start(streamTo(reply.raw, viewer))
    },
  })
}

function schemaOf({ summary, access, query, reply }: Endpoint) {
  const events = {
    description: 'Events for as long as the connection is open.',
    content: { [eventType]: { schema: reply } },
  }
  return {
    summary,
    description: `Access: ${access}.`,
    security: [{ bearer: [] }],
    querystring: query,
    response: { 200: events, '4xx': Failure, '5xx': Failure },
  }
}

const eventType = 'text/event-stream'

/**
 * The header `x-accel-buffering` keeps proxies from buffering events. A stream ends its connection, hence `connection:
 * close`.
 */
const eventHeaders = {
  connection: 'close',
  'content-type': `${eventType}; charset=utf-8`,
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** A client this far behind is disconnected. It reconnects and gets the events that it missed. */
const maxBufferedBytes = 1_048_576

function streamTo(response: ServerResponse, viewer: Viewer): EventStream {
  // Fastify does not notice when a client disconnects from a hijacked reply. The error makes it log the request.
  response.once('close', () => {
    if (!response.writableFinished) response.emit('error', new Error('The client has disconnected.'))
  })
  response.on('error', () => {})
  liveStreams.inc()
  response.once('close', () => liveStreams.dec())
  return {
    viewer,
    write(text) {
      if (response.writableLength > maxBufferedBytes) return void response.destroy()
      response.write(text)
      // Node would hold the event back until the end of the tick, when the sender's own response has been written.
      response.socket?.uncork()
    },
    end: () => response.end(),
    onClose: (listener) => response.once('close', listener),
  }
}
