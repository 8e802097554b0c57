import { useSyncExternalStore } from 'react'
import { propertyOf } from '#web/lib/browser/property-of.ts'
import { outboxPrefix } from '#web/lib/storage/database.ts'
import { onStoredChange, storedValues } from '#web/lib/storage/member-store.ts'

/**
 * Returns whether the server could not take a switch, which has no other place that shows it. Only pages of members load the
 * store that this reads.
 */
export function useIsStuck(memberId: number): boolean {
  return useSyncExternalStore(onStoredChange, () => hasStuck(memberId))
}

function hasStuck(memberId: number): boolean {
  const waiting = storedValues(memberId, `${outboxPrefix}value.`)
  return [...waiting.values()].some((entry) => propertyOf(entry, 'error') !== null)
}
