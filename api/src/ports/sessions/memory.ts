import type { Bus } from '#api/ports/bus/bus.ts'
import type { FoundSession, KnownSessions } from './sessions.ts'

/** The promise is a second on every node; a node's own changes come by the bus at once. */
export const keptMilliseconds = 300
/** As long as somebody sits over a conversation; it only spares a way to the database. */
const recalledMilliseconds = 600_000
const most = 20_000

/**
 * Whatever ends a session, locks somebody out or changes a role wakes that member on the bus: what was known of them is
 * forgotten, and so is an answer that was on its way meanwhile.
 */
export function knownSessions(bus: Bus, maxAgeSeconds = keptMilliseconds): KnownSessions {
  const kept = new Map<string, { found: FoundSession; askedAt: number }>()
  const ofMember = new Map<number, Set<string>>()
  const wokenAt = new Map<number, number>()

  function forgetAll(): void {
    kept.clear()
    ofMember.clear()
    wokenAt.clear()
  }
  bus.hear((memberIds, { isNews }) => {
    if (isNews) return
    if (wokenAt.size >= most) forgetAll()
    for (const memberId of memberIds) {
      wokenAt.set(memberId, performance.now())
      for (const sessionId of ofMember.get(memberId) ?? []) kept.delete(sessionId)
      ofMember.delete(memberId)
    }
  })
  function knownFor(sessionId: string, milliseconds: number): FoundSession | undefined {
    const known = kept.get(sessionId)
    return known && known.askedAt + milliseconds > performance.now() ? known.found : undefined
  }
  return {
    find: (sessionId) => knownFor(sessionId, maxAgeSeconds),
    recall: (sessionId) => knownFor(sessionId, recalledMilliseconds),
    forget: (sessionId) => void kept.delete(sessionId),
    keep(sessionId, found, askedAt) {
      if (maxAgeSeconds <= 0 || (wokenAt.get(found.memberId) ?? 0) >= askedAt) return
      if ((kept.get(sessionId)?.askedAt ?? 0) > askedAt) return
      if (kept.size >= most) forgetAll()
      kept.set(sessionId, { found, askedAt })
      ofMember.set(found.memberId, (ofMember.get(found.memberId) ?? new Set()).add(sessionId))
    },
  }
}
