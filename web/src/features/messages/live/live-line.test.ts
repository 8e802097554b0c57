import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepLine } from './live-line.ts'

type Send = (token: string | undefined) => Promise<{ status: number; text: string }>

vi.mock('#web/lib/net/call.ts', () => ({
  apiErrorIn: () => undefined,
  sendFresh: (send: Send) => send('token'),
}))

const second = 1000
let tries: number[] = []
let asks: number[] = []
let reply: (signal: AbortSignal) => Promise<Response>
let began = 0

/** Seconds since the line was first wanted. */
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
  asks = []
  began = performance.now()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** What is tried and asked within that time, then the line is given up. */
async function within(seconds: number): Promise<void> {
  const end = new AbortController()
  const line = { place: () => 7, onEvent: () => {}, ask: () => asks.push(now()) }
  const held = keepLine(line, end.signal)
  await vi.advanceTimersByTimeAsync(seconds * second)
  end.abort()
  await vi.advanceTimersByTimeAsync(60 * second)
  await held
}

/** An answer that never comes, until the page hangs up. */
const silence = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('Hung up', 'AbortError')))
  })

describe('where something on the way lets no stream through', () => {
  test('an answer in another form is asked around, and tried again each minute', async () => {
    reply = async () => new Response('No streams here', { headers: { 'content-type': 'text/html' } })
    await within(61)
    expect(tries).toEqual([0, 60])
    expect(asks).toEqual([0, 15, 30, 45, 60])
  })

  test('silence for ten seconds counts as none', async () => {
    reply = silence
    await within(71)
    expect(tries).toEqual([0, 70])
    expect(asks).toEqual([10, 25, 40, 55, 70])
  })
})

test('a server that is not there is tried again soon, ever more slowly', async () => {
  reply = async () => new Response('', { status: 502 })
  await within(130)
  expect(tries.slice(0, 6)).toEqual([0, 1, 3, 7, 11, 15])
  expect(asks.slice(0, 3)).toEqual([15, 30, 45])
  const last = tries.slice(-2)
  expect((last[1] ?? 0) - (last[0] ?? 0)).toBe(30)
})

test('while a stream stands nobody asks, and after it ended it is taken up at once', async () => {
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
  expect(asks).toEqual([])
})
