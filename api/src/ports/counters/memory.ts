import type { Clock } from '#api/ports/clock/clock.ts'
import type { Counters } from './counters.ts'

type Window = { count: number; endsAt: number }
type Windows = Map<string, Window>

/** Above this number of windows of one limit some are removed, so that a flood of keys cannot fill the memory. */
const sweepAt = 20_000
/** The number of windows that stay after a sweep, so that a full map is not swept for every new key. */
const keptAfter = 18_000

export function memoryCounters(clock: Clock): Counters {
  const windowsOf = new Map<string, Windows>()

  /** Each limit has its own windows, so that a flood of keys of one cannot erase counts of another. */
  function windowsFor(key: string): Windows {
    const limit = key.split(':', 1)[0] ?? key
    const windows = windowsOf.get(limit) ?? new Map<string, Window>()
    windowsOf.set(limit, windows)
    return windows
  }

  return {
    async add(key, seconds) {
      const now = clock.now().getTime()
      const windows = windowsFor(key)
      const known = windows.get(key)
      const window = known && known.endsAt > now ? known : { count: 0, endsAt: Infinity }
      // The clock may have been set back since the window was opened.
      window.endsAt = Math.min(window.endsAt, now + seconds * 1000)
      window.count += 1
      if (window !== known) {
        if (windows.size >= sweepAt) sweep(windows, now)
        windows.delete(key)
        windows.set(key, window)
      }
      return { count: window.count, secondsLeft: Math.ceil((window.endsAt - now) / 1000) }
    },
    async subtract(key) {
      const window = windowsFor(key).get(key)
      if (window && window.count > 0) window.count -= 1
    },
    isReady: async () => true,
    close: async () => {},
  }
}

/**
 * Removes closed windows. If most are open, the lowest counts are removed, of these the oldest first: who sends a flood of
 * new keys does not get rid of a count of guesses.
 */
function sweep(windows: Windows, now: number): void {
  for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key)
  for (let most = 1; windows.size > keptAfter; most *= 2) {
    for (const [key, { count }] of windows) {
      if (windows.size <= keptAfter) break
      if (count <= most) windows.delete(key)
    }
  }
}
