import type { Role } from '@rootsquare/contract/roles'

export type FoundSession = {
  memberId: number
  role: Role
  expiresAt: Date
  banned_at: Date | null
  ban_reason: string | null
  suspended_until: Date | null
  suspension_reason: string | null
}

/** Sessions that were asked for. A page asks for eight things at once, and each need not ask who is asking. */
export type KnownSessions = {
  /** What was found a moment ago. */
  find(sessionId: string): FoundSession | undefined
  /** What was found minutes ago perhaps: for who asks the database before anything comes of it. */
  recall(sessionId: string): FoundSession | undefined
  forget(sessionId: string): void
  /** `askedAt` by `performance.now()`, before the database was asked: what it said may be older than the last word. */
  keep(sessionId: string, found: FoundSession, askedAt: number): void
}
