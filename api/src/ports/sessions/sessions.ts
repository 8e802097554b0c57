import type { Role } from '@rootsquare/contract/lib/roles'

export type FoundSession = {
  memberId: number
  role: Role
  expiresAt: Date
  banned_at: Date | null
  ban_reason: string | null
  suspended_until: Date | null
  suspension_reason: string | null
}

/** Caches sessions: opening a page makes about eight calls at once, and only the first reads its session. */
export type KnownSessions = {
  /** Returns only entries of the last moment. */
  find(sessionId: string): FoundSession | undefined
  /** Returns also entries of the last minutes, for handlers that check the session again when they write. */
  findStale(sessionId: string): FoundSession | undefined
  forget(sessionId: string): void
  /**
   * Saves a result. `readAt` is `performance.now()` before the query: a result from before the member's last change is
   * ignored.
   */
  save(sessionId: string, found: FoundSession, readAt: number): void
}
