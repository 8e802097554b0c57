import { unavailable } from '#api/http/api-error.ts'

/** At most so many at once; a bounded number waits in line, the rest is sent away. */
export function semaphore(atOnce: number, mostWaiting: number, busy: string) {
  let running = 0
  const waiting: (() => void)[] = []
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1
    else {
      if (waiting.length >= mostWaiting) throw unavailable(busy)
      // Whoever finishes hands the turn on, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
