import type { Clock } from '#api/ports/clock/clock.ts'
import { fairQueue, QueueFull, type FairQueue, type Turn } from '#api/ports/fair-queue/fair-queue.ts'
import { ApiError, unavailable } from '#api/http/api-error.ts'

/** Each form may have a poster in memory and a video on disk. */
export const formLimits = {
  maxRunning: 20,
  maxWaiting: 40,
  /** Of a member, and of an address: carriers put thousands of phones behind one. */
  shares: [4, 15],
  maxWaitingEach: 20,
}
/** Slower ones make room while somebody waits, after this time. A slow 3G connection is faster. */
const slowBytesPerSecond = 20_000
const graceMs = 15_000
const checkMs = 1000

type Sender = {
  memberId: number | undefined
  address: string
  bytesRead: () => number
  /** Bytes that arrived and that we have not read yet: then the delay is on our side. */
  bytesUnread: () => number
}
/** `lost` is aborted if the form must make room for another one. */
export type Reading = { lost: AbortSignal; end: () => void }
type Running = { turn: Turn; sender: Sender; since: Date; before: number; abandon: AbortController }

export type FormQueue = ReturnType<typeof formQueue>

/** Limits how many forms are read at a time, and ends slow ones while others wait. */
export function formQueue(clock: Clock, limits = formLimits) {
  const queue = fairQueue(limits)
  const running = new Set<Running>()
  let timer: NodeJS.Timeout | undefined

  function end(one: Running): void {
    running.delete(one)
    queue.end(one.turn)
  }

  function endSlow(): void {
    for (
      let one = slowestOf(running, queue, clock.now());
      one;
      one = slowestOf(running, queue, clock.now())
    ) {
      one.abandon.abort(tooSlow())
      end(one)
    }
    if (queue.isWaiting()) timer ??= setInterval(endSlow, checkMs).unref()
    else timer = void clearInterval(timer)
  }

  return async function enter(sender: Sender, signal: AbortSignal): Promise<Reading> {
    const taking = queue.take([String(sender.memberId ?? sender.address), sender.address], signal)
    endSlow()
    const turn = await taking.catch(throwFull)
    const before = sender.bytesRead()
    const one = { turn, sender, since: clock.now(), before, abandon: new AbortController() }
    running.add(one)
    return { lost: one.abandon.signal, end: () => end(one) }
  }
}

/** Returns the slowest of those that are too slow and in the way of somebody who waits. */
function slowestOf(running: Set<Running>, queue: FairQueue, now: Date): Running | undefined {
  const slow = [...running].flatMap((one) => {
    const ms = now.getTime() - one.since.getTime()
    const speed = ((one.sender.bytesRead() - one.before) * 1000) / ms
    const isSlow = ms >= graceMs && speed < slowBytesPerSecond && one.sender.bytesUnread() === 0
    // Of a member with several forms each counts as slower.
    return isSlow && queue.isWanted(one.turn) ? [{ one, rank: speed / formsOf(running, one) }] : []
  })
  return slow.toSorted((a, b) => a.rank - b.rank)[0]?.one
}

const formsOf = (running: Set<Running>, { turn: { keys } }: Running) =>
  [...running].filter(({ turn }) => turn.keys[0] === keys[0]).length

function throwFull(error: unknown): never {
  if (!(error instanceof QueueFull)) throw error
  if (!error.isOwnShare) throw unavailable('Many files are being uploaded. Please try again in a moment.')
  const text = 'You are sending many files at once. Please wait until some have arrived.'
  throw new ApiError(429, 'TOO_MANY_REQUESTS', text, { headers: { 'retry-after': '10' } })
}

const tooSlow = () =>
  unavailable(
    'Many files are being uploaded, and yours arrives slowly. Please try again in a few minutes.',
    60,
  )
