import { waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { openApp } from '#web/test/open-app.tsx'
import { findLast } from '#web/lib/browser/lists.ts'

export type Stream = {
  path: string
  lastEventId: string | null
  isOpen: () => boolean
  push: (id: number | undefined, name?: string, data?: object) => void
}

/** Answers the calls for the stream, and lets the test push events into it. */
export function answerStreams(): Stream[] {
  const streams: Stream[] = []
  answerLive((init, path) => {
    const { signal, headers } = init
    let isOpen = true
    const encoder = new TextEncoder()
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        signal?.addEventListener('abort', () => {
          isOpen = false
          controller.error(signal.reason)
        })
        streams.push({
          path,
          lastEventId: new Headers(headers).get('last-event-id'),
          isOpen: () => isOpen,
          push(id, name, data) {
            const event = name === undefined ? '' : `event: ${name}\n`
            const text = data === undefined ? '' : `data: ${JSON.stringify(data)}\n`
            const idLine = id === undefined ? '' : `id: ${id}\n`
            controller.enqueue(encoder.encode(`${idLine}${event}${text}\n`))
          },
        })
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  })
  return streams
}

export function answerLive(respond: (init: RequestInit, path: string) => Response): void {
  const others = globalThis.fetch
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) =>
    /^\/api\/live\b/.test(input) ? respond(init, input) : others(input, init),
  )
}

let lastMemberId = 1000

/** The last event of a member outlives a test, and the files of a worker, so each test with a stream has a new member. */
export function newLiveMember(): number {
  lastMemberId += 1
  return lastMemberId
}

/** Opens a page with the shared stream, which has begun at event 5. */
export async function openLiveApp(path: string, userId = newLiveMember()) {
  const streams = answerStreams()
  const user = await openApp(path, { userId })
  const shared = () => findLast(streams, ({ path: asked, isOpen }) => asked === '/api/live' && isOpen())
  await waitFor(() => expect(shared()).toBeDefined())
  shared()?.push(5)
  return { user, streams, push: (...event: Parameters<Stream['push']>) => shared()?.push(...event) }
}

/** Simulates a tab that goes into the background or comes back. */
export function setHidden(isHidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  document.dispatchEvent(new Event('visibilitychange'))
}
