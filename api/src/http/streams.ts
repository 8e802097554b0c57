import type { ServerResponse } from 'node:http'
import type { Endpoint } from '@rootsquare/contract/endpoint'
import { admit } from './doors.ts'
import type { House } from './serve.ts'
import type { Viewer } from './viewer.ts'

/** What can be written to whoever listens. */
export type EventStream = {
  viewer: Viewer
  /** False: the reader is too slow, and what was written lies in memory. */
  write(text: string): boolean
  end(): void
  whenGone(done: () => void): void
}

type Asked = { viewer: Viewer; lastEventId: string | undefined }

/** Opens a call that is answered by events, not by one answer. `begin` may still refuse; then the stream is open. */
export function serveEvents(
  house: House,
  endpoint: Endpoint,
  begin: (asked: Asked) => Promise<(stream: EventStream) => void>,
): void {
  house.served.push(endpoint)
  house.http.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: { summary: endpoint.summary, tags: ['messaging'], security: [{ bearer: [] }] },
    handler: async (request, reply) => {
      const viewer = await admit(house.deps, endpoint, request)
      if (viewer === null) throw new Error('A stream needs a door.')
      request.viewer = viewer
      const lastEventId = [request.headers['last-event-id']].flat()[0]
      const start = await begin({ viewer, lastEventId })
      reply.headers(eventHeaders).hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      reply.raw.flushHeaders()
      start(streamTo(reply.raw, viewer))
    },
  })
}

/** The last for proxies that would collect the events before they pass them on. */
const eventHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** Whoever has so much waiting will not catch up; after a reconnection what was missed comes again. */
const mostWaiting = 1_048_576

function streamTo(response: ServerResponse, viewer: Viewer): EventStream {
  return {
    viewer,
    write(text) {
      response.write(text)
      return response.writableLength < mostWaiting
    },
    end: () => response.end(),
    whenGone: (done) => response.once('close', done),
  }
}
