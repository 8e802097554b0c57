import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepStreamOpen } from './live-stream.ts'

const refused = vi.hoisted(() => vi.fn())

type Send = (token: string | undefined) => Promise<{ status: number; text: string }>

vi.mock('#web/lib/net/call.ts', () => ({
  apiErrorIn: refused,
  sendFresh: (send: Send) => send('token'),
}))

const second = 1000
let tries: number[] = []
let polls: number[] = []
let reply: (signal: AbortSignal) => Promise<Response>
let began = 0

/** Returns the seconds since the start. */
const now = () => Math.round((performance.now() - began) / second)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    tries.push(now())
    return reply(signal)
  })
  vi.spyOn(Math, 'random').mockReturnValue(1)
  tries = []
  polls = []
  began = performance.now()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Keeps a stream open for that long. */
async function within(seconds: number): Promise<void> {
  const end = new AbortController()
  const handlers = { lastEventId: () => 7, onEvent: () => {}, poll: () => polls.push(now()) }
  const closed = keepStreamOpen(handlers, end.signal)
  await vi.advanceTimersByTimeAsync(seconds * second)
  end.abort()
  await vi.advanceTimersByTimeAsync(60 * second)
  await closed
}

/** Returns a response that never arrives, until the page aborts the call. */
const silence = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
  })

describe('where a proxy lets no stream through', () => {
  test('polls, and tries the stream again each minute', async () => {
    reply = async () => new Response('No streams here', { headers: { 'content-type': 'text/html' } })
    await within(61)
    expect(tries).toEqual([0, 60])
    expect(polls).toEqual([0, 15, 30, 45, 60])
  })

  test('treats silence of twenty seconds as no stream', async () => {
    reply = silence
    await within(81)
    expect(tries).toEqual([0, 80])
    expect(polls).toEqual([20, 35, 50, 65, 80])
  })
})

test('retries a missing server more and more slowly', async () => {
  reply = async () => new Response('', { status: 502 })
  await within(130)
  expect(tries.slice(0, 6)).toEqual([0, 1, 3, 7, 11, 15])
  expect(polls.slice(0, 3)).toEqual([15, 30, 45])
  const last = tries.slice(-2)
  expect((last[1] ?? 0) - (last[0] ?? 0)).toBe(30)
})

test('does not poll offline, and retries as soon as it is online', async () => {
  const device = { onLine: false }
  vi.stubGlobal('navigator', device)
  reply = () => Promise.reject(new TypeError('Failed to fetch'))
  setTimeout(() => {
    device.onLine = true
    window.dispatchEvent(new Event('online'))
  }, 70 * second)
  await within(72)
  expect(tries).toEqual([0, 60, 70])
  expect(polls).toEqual([])
})

test('passes a rejection on to the session', async () => {
  reply = async () => new Response('{}', { status: 401 })
  await within(1)
  expect(refused).toHaveBeenCalledWith({ status: 401, text: '{}' })
})

test('polls nothing while a stream is open, and opens it again when it ended', async () => {
  const opened: number[] = []
  reply = async () => {
    opened.push(now())
    const beat = new TextEncoder().encode(':\n\n')
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(beat)
        setTimeout(() => controller.enqueue(beat), 20 * second)
        setTimeout(() => controller.close(), 40 * second)
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
  await within(60)
  expect(opened).toEqual([0, 41])
  expect(polls).toEqual([])
})
