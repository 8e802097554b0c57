import { setImmediate as nextTurn } from 'node:timers/promises'

type Limits = {
  /** A burst has at most so many calls. While more wait, the queue is overloaded. */
  maxWaiting: number
  /** A burst is over before a call has waited for so long. While one has waited longer, the queue is overloaded. */
  patienceMs: number
  /** While the queue is overloaded a call waits for at most so long. */
  overloadedWaitMs: number
  /** The queue stays overloaded until no call was rejected for so long. */
  calmMs: number
}

type Waiting = { since: number; start: () => void; reject: (error: Error) => void }

export type CallQueue = ReturnType<typeof callQueue>

/** Calls that wait for their turn, until there are too many of them for too long. */
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
    /** The oldest, or while that is late the newest: its caller is still there, and then not all of them are late. */
    next: () => (longestWait() > overloadedWaitMs ? waiting.pop() : waiting.shift()),
    /** The error for a call that may not even wait. */
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

/** Some at a time: there may be thousands, and the calls that run need the event loop too. */
async function rejectAll(calls: Waiting[], makeError: () => Error): Promise<void> {
  for (const [nth, { reject }] of calls.entries()) {
    reject(makeError())
    if (nth % 50 === 49) await nextTurn()
  }
}
