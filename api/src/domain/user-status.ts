import type { Selectable } from 'kysely'
import type { UserStatus } from '@rootsquare/contract/lib/roles'
import type { Tables } from '#api/db/schema.ts'

export const statusColumns = ['banned_at', 'suspended_until', 'verified_at', 'closure_requested_at'] as const
type StatusColumns = Pick<Selectable<Tables['members']>, (typeof statusColumns)[number]>

/** Returns the most severe status that applies. */
export function memberStatusOf(member: StatusColumns, now: Date): UserStatus {
  if (member.banned_at !== null) return 'BANNED'
  if (isSuspended(member, now)) return 'SUSPENDED'
  if (member.verified_at === null) return 'UNVERIFIED'
  return member.closure_requested_at === null ? 'ACTIVE' : 'CLOSING'
}

export function isSuspended({ suspended_until }: Pick<StatusColumns, 'suspended_until'>, now: Date): boolean {
  return suspended_until !== null && suspended_until > now
}

/** Returns null if the suspension is over or the member is banned. */
export function suspendedUntil(member: StatusColumns, now: Date): string | null {
  return memberStatusOf(member, now) === 'SUSPENDED' ? (member.suspended_until?.toISOString() ?? null) : null
}
