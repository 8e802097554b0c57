import { live, liveBeatSeconds } from '@rootsquare/contract/messages'
import { readEvents } from '#web/features/messages/live/live-events.ts'
import type { LiveEvent } from '#web/features/messages/live/live-events.ts'
import { pause } from '#web/features/messages/live/live-wake.ts'
import { apiErrorIn, sendFresh } from '#web/lib/net/call.ts'

export type Line = {
  /** The number of the last event that was taken; null before the first. */
  place: () => number | null
  onEvent: (event: LiveEvent) => void
  /** While no stream is to be had. */
  ask: () => void
}

const firstByteMs = 10_000
/** Two beats may be late, then nobody is there any more. */
const silenceMs = (2 * liveBeatSeconds + 10) * 1000
const askMs = 15_000
const blockedMs = 60_000
const leastWaitMs = 1000
const mostWaitMs = 30_000
/** Most troubles are a server that is started anew: it is soon back, and whoever looks on wants to be as well. */
const soonMs = 60_000
const mostWaitSoonMs = 4000

/** What ends sooner did not really stand. */
const longMs = 30_000

/** `ended` after it stood long; `failed`: worth another try soon; `blocked`: something on the way does not let streams through. */
type End = 'ended' | 'failed' | 'blocked'

/** Holds the stream open until `signal`, and asks instead where there is none. */
export async function keepLine(line: Line, signal: AbortSignal): Promise<void> {
  let failures = 0
  let troubleSince = performance.now()
  let asking: ReturnType<typeof setInterval> | undefined
  const stopAsking = () => {
    clearInterval(asking)
    asking = undefined
  }
  while (!signal.aborted) {
    const end = await listen(line, signal, stopAsking)
    if (signal.aborted) break
    if (end === 'ended') [failures, troubleSince] = [0, performance.now()]
    if (end === 'blocked' && asking === undefined) line.ask()
    asking ??= setInterval(line.ask, askMs)
    const isBlocked = end === 'blocked'
    const ms = isBlocked ? blockedMs : backOffMs(failures, performance.now() - troubleSince)
    await pause({ ms, leastMs: leastWaitMs, isDeaf: isBlocked, signal })
    failures += 1
  }
  stopAsking()
}

/** Half of it by chance: when a server comes back, not all come at once. */
function backOffMs(failures: number, troubleMs: number): number {
  const most = troubleMs < soonMs ? mostWaitSoonMs : mostWaitMs
  return Math.min(most, leastWaitMs * 2 ** failures) * (0.5 + Math.random() / 2)
}

async function listen(line: Line, signal: AbortSignal, onOpen: () => void): Promise<End> {
  const cut = new AbortController()
  const hangUp = () => cut.abort()
  let openSince: number | null = null
  let isSilent = false
  let end: End = 'failed'
  const onSilence = () => {
    isSilent = openSince === null
    hangUp()
  }
  let timer = setTimeout(onSilence, firstByteMs)
  const onSign = () => {
    clearTimeout(timer)
    timer = setTimeout(onSilence, silenceMs)
    if (openSince === null) onOpen()
    openSince ??= performance.now()
  }
  // What was open then stays silent for ever.
  window.addEventListener('offline', hangUp, { signal: cut.signal })
  try {
    const body = await open(line.place(), AbortSignal.any([signal, cut.signal]))
    if (typeof body === 'string') end = body
    else await readEvents(body, line.onEvent, onSign)
  } finally {
    clearTimeout(timer)
    hangUp()
  }
  if (isSilent) return 'blocked'
  return openSince !== null && performance.now() - openSince >= longMs ? 'ended' : end
}

/** No line, or cut on either side. */
const nothing = { status: 0, text: '' }

/** EventSource could not say who asks. A refusal ends the session where it says that there is none any more. */
async function open(place: number | null, signal: AbortSignal): Promise<ReadableStream<Uint8Array> | End> {
  const got: { response?: Response } = {}
  const sent = await sendFresh(async (token) => {
    try {
      const response = await fetch(`/api${live.path}`, { headers: headersOf(place, token), signal })
      got.response = response
      return { status: response.status, text: response.ok ? '' : await response.text() }
    } catch {
      return nothing
    }
  })
  if (sent.status === nothing.status || sent.status >= 500) return 'failed'
  if (sent.status >= 400) apiErrorIn(sent)
  const isStream = got.response?.headers.get('content-type')?.startsWith('text/event-stream')
  return (sent.status === 200 && isStream && got.response?.body) || 'blocked'
}

function headersOf(place: number | null, token: string | undefined): Record<string, string> {
  return {
    accept: 'text/event-stream',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(place !== null && { 'last-event-id': String(place) }),
  }
}
