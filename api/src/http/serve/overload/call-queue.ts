import { setImmediate as nextTurn } from 'node:timers/promises'

type Limits = {
  /** A burst has at most this many calls. While more wait, the queue is overloaded. */
  maxWaiting: number
  /** In a burst no call waits for longer than this. While one does, the queue is overloaded. */
  patienceMs: number
  /** While the queue is overloaded, a call waits for at most this long. */
  overloadedWaitMs: number
  /** The queue stays overloaded until no call was rejected for this long. */
  calmMs: number
}

type Waiting = { since: number; start: () => void; reject: (error: Error) => void }

export type CallQueue = ReturnType<typeof callQueue>

/** Queues calls, and rejects some when too many have waited for too long. */
export function callQueue(limits: Limits, makeError: () => Error) {
  const { maxWaiting, patienceMs, overloadedWaitMs, calmMs } = limits
  const waiting: Waiting[] = []
  let lastRejectedAt = Number.NEGATIVE_INFINITY
  const longestWait = () => performance.now() - (waiting[0]?.since ?? Number.POSITIVE_INFINITY)
  const isOverloaded = () =>
    waiting.length >= maxWaiting || longestWait() > patienceMs || performance.now() - lastRejectedAt < calmMs
  return {
    isOverloaded,
    length: () => waiting.length,
    wait: () =>
      new Promise<void>((start, reject) => waiting.push({ since: performance.now(), start, reject })),
    /** Takes the oldest call, or in overload the newest: its client is still there, and so not all responses are late. */
    next: () => (longestWait() > overloadedWaitMs ? waiting.pop() : waiting.shift()),
    /** Returns the error for a call that is not even queued. */
    reject(): Error {
      lastRejectedAt = performance.now()
      return makeError()
    },
    rejectLate(): void {
      if (!isOverloaded()) return
      const deadline = performance.now() - overloadedWaitMs
      const late = waiting.filter(({ since }) => since < deadline)
      if (late.length === 0) return
      waiting.splice(0, late.length)
      lastRejectedAt = performance.now()
      void rejectAll(late, makeError)
    },
  }
}

/** Rejects some at a time, because there may be thousands and the running calls need the event loop too. */
async function rejectAll(calls: Waiting[], makeError: () => Error): Promise<void> {
  for (const [nth, { reject }] of calls.entries()) {
    reject(makeError())
    if (nth % 50 === 49) await nextTurn()
  }
}
