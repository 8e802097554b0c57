import type { Clock } from '#api/ports/clock/clock.ts'
import type { Counters } from './counters.ts'

type Window = { count: number; endsAt: number }

/** Above this number closed windows are removed, so that a flood of addresses cannot fill the memory. */
const sweepAt = 50_000
/** The number of entries that stay after a sweep, so that a full map is not swept for every new key. */
const keptAfter = 45_000

export function memoryCounters(clock: Clock): Counters {
  const windows = new Map<string, Window>()

  function sweep(now: number): void {
    for (const [key, window] of windows) if (window.endsAt <= now) windows.delete(key)
    // If all windows are open, the oldest are removed, because they close first.
    for (const key of windows.keys()) {
      if (windows.size <= keptAfter) break
      windows.delete(key)
    }
  }

  return {
    async add(key, seconds) {
      const now = clock.now().getTime()
      const known = windows.get(key)
      const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + seconds * 1000 }
      window.count += 1
      if (window !== known) {
        if (windows.size >= sweepAt) sweep(now)
        windows.delete(key)
        windows.set(key, window)
      }
      return { count: window.count, secondsLeft: Math.ceil((window.endsAt - now) / 1000) }
    },
    async subtract(key) {
      const window = windows.get(key)
      if (window && window.count > 0) window.count -= 1
    },
    isReady: async () => true,
    close: async () => {},
  }
}
