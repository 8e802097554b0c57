import { unavailable } from '#api/http/api-error.ts'

/** Runs at most `maxRunning` tasks at a time and queues at most `maxWaiting`. Any further task throws `busyMessage`. */
export function semaphore(maxRunning: number, maxWaiting: number, busyMessage: string) {
  let running = 0
  const waiting: (() => void)[] = []
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running < maxRunning) running += 1
    else {
      if (waiting.length >= maxWaiting) throw unavailable(busyMessage)
      // A task that finishes starts the next waiting one, so `running` does not change.
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
