import type { Clock } from '#api/ports/clock/clock.ts'

export type BriefCache<T> = {
  /** Returns the stored value, or the one that `make` returns. Calls that arrive before it is made wait for the same one. */
  get(key: string, make: () => Promise<T>): T | Promise<T>
  /** Makes later calls of `get` return a value that was made after this. */
  drop(): void
  size(): number
}

type Limits<T> = {
  /** Counts from the start of `make`, because what `make` read may have changed before it ended. */
  maxAgeMs: number
  maxEntries: number
  /** Marks values that are too large to be stored. */
  isTooLarge?: (value: T) => boolean
}

type Entry<T> = { startedAt: number; made: Promise<T>; value?: T }

/** Stores values for a moment. Errors are not stored: the next call makes the value again. */
export function briefCache<T>(clock: Clock, { maxAgeMs, maxEntries, isTooLarge }: Limits<T>): BriefCache<T> {
  const entries = new Map<string, Entry<T>>()

  function remove(key: string, entry: Entry<T>): void {
    if (entries.get(key) === entry) entries.delete(key)
  }
  function add(key: string, make: () => Promise<T>, now: number): Promise<T> {
    entries.delete(key)
    // The entries are in order of age, so the loop ends at the first that is young enough.
    for (const [oldest, entry] of entries) {
      if (entries.size < maxEntries && isFresh(entry, maxAgeMs, now)) break
      entries.delete(oldest)
    }
    const entry: Entry<T> = { startedAt: now, made: make() }
    if (maxAgeMs > 0) entries.set(key, entry)
    entry.made.then(
      (value) => {
        if (isTooLarge?.(value)) remove(key, entry)
        else entry.value = value
      },
      () => remove(key, entry),
    )
    return entry.made
  }
  return {
    get(key, make) {
      const now = clock.now().getTime()
      const entry = entries.get(key)
      if (!entry || !isFresh(entry, maxAgeMs, now)) return add(key, make, now)
      return entry.value ?? entry.made
    },
    drop: () => entries.clear(),
    size: () => entries.size,
  }
}

/** Treats a negative age as stale, because it means that the clock was set back. */
function isFresh({ startedAt }: { startedAt: number }, maxAgeMs: number, now: number): boolean {
  return now >= startedAt && now < startedAt + maxAgeMs
}
