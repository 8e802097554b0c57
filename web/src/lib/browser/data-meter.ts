import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'

const storageKey = 'rootsquare.data-used'
const area = () => window.localStorage
/** Nigeria has no summer time. `days.ts` is not used, because every page of a member loads this file. */
const lagosAhead = 3_600_000
const thisMonth = () => new Date(Date.now() + lagosAhead).toISOString().slice(0, 7)

let isWatching = false

/**
 * Adds up what the pages of this device load: code, pictures and calls, with their headers. The browser counts; what it takes
 * from a cache counts as nothing, and what another host does not tell is missing.
 */
export function watchDataUse(): void {
  if (isWatching || typeof PerformanceObserver === 'undefined') return
  isWatching = true
  const observer = new PerformanceObserver((list) => {
    add(list.getEntries().reduce((sum, entry) => sum + weightOf(entry), 0))
  })
  // `buffered` also returns what was loaded before.
  for (const type of ['navigation', 'resource']) observer.observe({ type, buffered: true })
}

const weightOf = (entry: PerformanceEntry) => ('transferSize' in entry ? Number(entry.transferSize) : 0)

/** The bytes of this month in Nigeria. */
export function dataUsedThisMonth(): number {
  const [month, bytes] = (readStored(area, storageKey) ?? '').split(' ')
  return month === thisMonth() ? Number(bytes) || 0 : 0
}

function add(bytes: number): void {
  if (bytes > 0) writeStored(area, storageKey, `${thisMonth()} ${dataUsedThisMonth() + bytes}`)
}
