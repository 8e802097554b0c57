import { useState } from 'react'
import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'
import { keyOf } from '#web/lib/storage/saved-json.ts'

const area = () => window.localStorage
const maxRecent = 8

/** The last searches of this member, stored on this device only. */
export function useRecentSearches(memberId: number) {
  const key = keyOf({ what: 'recent-searches', memberId })
  const [recent, setRecent] = useState(() => readRecent(key))

  function save(searches: string[]): void {
    setRecent(searches)
    writeStored(area, key, searches.length === 0 ? null : JSON.stringify(searches))
  }

  const without = (q: string) => recent.filter((one) => one.toLowerCase() !== q.toLowerCase())
  return {
    recent,
    add: (q: string) => {
      if (q !== '') save([q, ...without(q)].slice(0, maxRecent))
    },
    remove: (q: string) => save(without(q)),
    clear: () => save([]),
  }
}

/** The storage may contain anything. */
function readRecent(key: string): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(area, key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}
