import { live, liveBeatSeconds } from '@rootsquare/contract/messages'
import { isOffline, wait } from '#web/lib/net/wait.ts'
import { eitherSignal } from '#web/lib/net/signals.ts'
import { apiErrorIn, sendFresh } from '#web/lib/net/call.ts'

/** One event of the stream. Without `data` it only contains the id. */
export type LiveEvent = { id: number | null; name: string; data: string }

export type StreamHandlers = {
  /** The stream also contains the events of this post. */
  postId?: number
  /** The id of the last event that was handled; null before the first. */
  lastEventId: () => number | null
  onOpen?: () => void
  onEvent: (event: LiveEvent) => void
  /** Called every 15 seconds while there is no stream and the device is online. */
  poll: () => void
}

/** As long as a call waits for its first byte. */
const firstByteMs = 20_000
/** After two missed heartbeats the connection counts as dead. */
const silenceMs = (2 * liveBeatSeconds + 10) * 1000
const pollMs = 15_000
/** The wait if a proxy blocks streams or the device is offline. It ends when the device is online again. */
const hopelessMs = 60_000
const minWaitMs = 1000
const maxWaitMs = 30_000
/** Most failures are restarts, after which the server is soon back, so the first minute has more attempts. */
const soonMs = 60_000
const maxWaitSoonMs = 4000
/** A stream that ends sooner counts as failed. */
const longMs = 30_000

/** `ended`: it was open for long. `failed`: worth another try soon. `blocked`: a proxy does not let streams through. */
type End = 'ended' | 'failed' | 'blocked'

/** Keeps the stream open until `signal`, and polls while there is none. */
export async function keepStreamOpen(handlers: StreamHandlers, signal: AbortSignal): Promise<void> {
  let failures = 0
  let failingSince = performance.now()
  let polling: ReturnType<typeof setInterval> | undefined
  const stopPolling = () => {
    clearInterval(polling)
    polling = undefined
  }
  while (!signal.aborted) {
    const end = await listen(handlers, signal, () => {
      stopPolling()
      handlers.onOpen?.()
    })
    if (signal.aborted) break
    if (end === 'ended') [failures, failingSince] = [0, performance.now()]
    if (end === 'blocked' && polling === undefined) handlers.poll()
    polling ??= setInterval(() => isOffline() || handlers.poll(), pollMs)
    const isBlocked = end === 'blocked'
    const ms = isBlocked || isOffline() ? hopelessMs : backOffMs(failures, performance.now() - failingSince)
    await wait({ ms, minMs: minWaitMs, ignoresAnswers: isBlocked, signal })
    failures += 1
  }
  stopPolling()
}

/** Returns a wait of which half is random, so that not all clients reconnect to a restarted server at once. */
function backOffMs(failures: number, failingMs: number): number {
  const most = failingMs < soonMs ? maxWaitSoonMs : maxWaitMs
  return Math.min(most, minWaitMs * 2 ** failures) * (0.5 + Math.random() / 2)
}

async function listen(handlers: StreamHandlers, signal: AbortSignal, onOpen: () => void): Promise<End> {
  const cut = new AbortController()
  const close = () => cut.abort()
  let openSince: number | null = null
  let isSilent = false
  let end: End = 'failed'
  const onSilence = () => {
    isSilent = openSince === null
    close()
  }
  let timer = setTimeout(onSilence, firstByteMs)
  const onData = () => {
    clearTimeout(timer)
    timer = setTimeout(onSilence, silenceMs)
    if (openSince === null) onOpen()
    openSince ??= performance.now()
  }
  // A connection that was open when the device went offline never gets data again.
  window.addEventListener('offline', close, { signal: cut.signal })
  try {
    const body = await open(handlers, eitherSignal(signal, cut.signal))
    if (typeof body === 'string') end = body
    else await readEvents(body, handlers.onEvent, onData)
  } finally {
    clearTimeout(timer)
    close()
  }
  if (isSilent) return 'blocked'
  return openSince !== null && performance.now() - openSince >= longMs ? 'ended' : end
}

/** Returns whether there was no connection, or it was cut. */
const nothing = { status: 0, text: '' }

/** Opens the stream with fetch, since EventSource cannot send a token. A rejection may end the session. */
async function open(
  { postId, lastEventId }: StreamHandlers,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array> | End> {
  const got: { response?: Response } = {}
  const address = `/api${live.path}${postId === undefined ? '' : `?post=${postId}`}`
  const sent = await sendFresh(async (token) => {
    try {
      const response = await fetch(address, { headers: headersOf(lastEventId(), token), signal })
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

function headersOf(lastEventId: number | null, token: string | undefined): Record<string, string> {
  return {
    accept: 'text/event-stream',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(lastEventId !== null && { 'last-event-id': String(lastEventId) }),
  }
}

/** Reads until the stream ends or is cut. `onData` is called for everything that arrives, heartbeats included. */
async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: LiveEvent) => void,
  onData: () => void,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  const next = () =>
    reader.read().then(
      ({ value }) => value,
      () => undefined,
    )
  for (let piece = await next(); piece !== undefined; piece = await next()) {
    onData()
    const blocks = (rest + decoder.decode(piece, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const event of blocks.map(eventIn)) {
      // In a microtask, so that an error in a handler does not end the stream.
      if (event.id !== null || event.data !== '') queueMicrotask(() => onEvent(event))
    }
  }
}

function eventIn(block: string): LiveEvent {
  const id = fieldIn(block, 'id')
  return { id: id === '' ? null : Number(id), name: fieldIn(block, 'event'), data: fieldIn(block, 'data') }
}

function fieldIn(block: string, name: string): string {
  const line = block.split('\n').find((text) => text.startsWith(`${name}: `)) ?? ''
  return line.slice(name.length + 2)
}
