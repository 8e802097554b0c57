import type { ServerResponse } from 'node:http'
import type { Endpoint } from '@rootsquare/contract/endpoint'
import { Failure } from '@rootsquare/contract/failure'
import { admit } from '#api/http/auth/access.ts'
import { accessTimeoutMs, withTimeout } from './timeout.ts'
import type { RouteContext } from './serve.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

/** What can be written to whoever listens. */
export type EventStream = {
  viewer: Viewer
  write(text: string): void
  end(): void
  whenGone(done: () => void): void
}

type Asked = { viewer: Viewer; lastEventId: string | undefined }

/** Opens a call that is answered by events, not by one answer. `begin` may still refuse; then the stream is open. */
export function serveEvents(
  app: RouteContext,
  endpoint: Endpoint,
  begin: (asked: Asked) => Promise<(stream: EventStream) => void>,
): void {
  app.served.push(endpoint)
  app.http.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    handler: async (request, reply) => {
      const viewer = await withTimeout(admit(app.deps, endpoint, request), request, accessTimeoutMs)
      if (viewer === null) throw new Error('A stream needs a access.')
      request.viewer = viewer
      reply.headers(eventHeaders)
      if (request.method === 'HEAD') return void reply.send()
      const lastEventId = [request.headers['last-event-id']].flat()[0]
      const start = await withTimeout(begin({ viewer, lastEventId }), request)
      reply.hijack()
      // Hung up meanwhile: that is told once, and nobody was listening yet.
      if (reply.raw.destroyed) return
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      reply.raw.flushHeaders()
      start(streamTo(reply.raw, viewer))
    },
  })
}

function schemaOf({ summary, access, reply }: Endpoint) {
  const events = {
    description: 'For as long as the caller stays.',
    content: { [eventType]: { schema: reply } },
  }
  return {
    summary,
    description: `Access: ${access}.`,
    security: [{ bearer: [] }],
    response: { 200: events, '4xx': Failure, '5xx': Failure },
  }
}

const eventType = 'text/event-stream'

/** The last for proxies that would collect the events before they pass them on. A line that ends is not used again. */
const eventHeaders = {
  connection: 'close',
  'content-type': `${eventType}; charset=utf-8`,
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** Whoever has so much waiting will not catch up. Cut off, they come again and are told what they missed. */
const mostWaiting = 1_048_576

function streamTo(response: ServerResponse, viewer: Viewer): EventStream {
  // Readers leave by hanging up, of which Fastify hears nothing: as an error it gets its line in the log.
  response.once('close', () => {
    if (!response.writableFinished) response.emit('error', new Error('The reader has hung up.'))
  })
  response.on('error', () => {})
  return {
    viewer,
    write(text) {
      if (response.writableLength > mostWaiting) return void response.destroy()
      response.write(text)
      // Node keeps it back to the end of the turn: that is, until whoever wrote the message has their whole answer.
      response.socket?.uncork()
    },
    end: () => response.end(),
    whenGone: (done) => response.once('close', done),
  }
}
