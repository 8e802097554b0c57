import type { Bus } from '#api/ports/bus/bus.ts'
import type { FoundSession, KnownSessions } from './sessions.ts'

/** Changes must apply on every node within a second. The bus usually brings them earlier, but may be down. */
export const freshMilliseconds = 300
/** Is about as long as a member writes in a conversation. It only saves a query, because the handler checks again. */
const staleMilliseconds = 600_000
const maxEntries = 20_000

/**
 * Caches sessions. Every change that ends a session, locks a member out or changes a role publishes that member on the bus.
 * The member's entries are then dropped, and so is the result of a query that was already running.
 */
export function knownSessions(bus: Bus, freshMs = freshMilliseconds): KnownSessions {
  const entries = new Map<string, { found: FoundSession; readAt: number }>()
  const ofMember = new Map<number, Set<string>>()
  const changedAt = new Map<number, number>()

  function forgetAll(): void {
    entries.clear()
    ofMember.clear()
    changedAt.clear()
  }
  bus.subscribe((memberIds, { isNews }) => {
    if (isNews) return
    if (changedAt.size >= maxEntries) forgetAll()
    for (const memberId of memberIds) {
      changedAt.set(memberId, performance.now())
      for (const sessionId of ofMember.get(memberId) ?? []) entries.delete(sessionId)
      ofMember.delete(memberId)
    }
  })
  function newerThan(sessionId: string, milliseconds: number): FoundSession | undefined {
    const entry = entries.get(sessionId)
    return entry && entry.readAt + milliseconds > performance.now() ? entry.found : undefined
  }
  return {
    find: (sessionId) => newerThan(sessionId, freshMs),
    findStale: (sessionId) => newerThan(sessionId, staleMilliseconds),
    forget: (sessionId) => void entries.delete(sessionId),
    save(sessionId, found, readAt) {
      if (freshMs <= 0 || (changedAt.get(found.memberId) ?? 0) >= readAt) return
      if ((entries.get(sessionId)?.readAt ?? 0) > readAt) return
      if (entries.size >= maxEntries) forgetAll()
      entries.set(sessionId, { found, readAt })
      ofMember.set(found.memberId, (ofMember.get(found.memberId) ?? new Set()).add(sessionId))
    },
  }
}
