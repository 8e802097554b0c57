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

/** A cache of sessions: opening a page makes about eight calls at once, and only the first reads its session. */
export type KnownSessions = {
  /** Only entries of the last moment. */
  find(sessionId: string): FoundSession | undefined
  /** Also entries of the last minutes, for handlers that check the session again when they write. */
  findStale(sessionId: string): FoundSession | undefined
  forget(sessionId: string): void
  /** `readAt` is `performance.now()` from before the query. Entries read before the last change of the member are ignored. */
  save(sessionId: string, found: FoundSession, readAt: number): void
}
