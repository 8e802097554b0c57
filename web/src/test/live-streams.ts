import { vi } from 'vitest'

export type Stream = {
  lastEventId: string | null
  isOpen: () => boolean
  push: (id: number | undefined, name?: string, data?: object) => void
}

/** Answers the calls for the stream, and lets the test push events into it. */
export function answerStreams(): Stream[] {
  const streams: Stream[] = []
  answerLive((init) => {
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

export function answerLive(respond: (init: RequestInit) => Response): void {
  const others = globalThis.fetch
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) =>
    input === '/api/live' ? respond(init) : others(input, init),
  )
}
