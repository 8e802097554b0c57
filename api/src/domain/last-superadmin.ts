import { sql } from 'kysely'
import type { Tx } from '#api/db/db.ts'
import { forbidden } from '#api/http/api-error.ts'

/** Selects whether `rejectLastSuperadmin` would reject this row of `members`. */
export function isLastSuperadmin(now: Date) {
  return sql<boolean>`(members.role = 'SUPERADMIN' and not exists (
    select from members as equal
    where equal.role = 'SUPERADMIN' and equal.id <> members.id and equal.closure_requested_at is null
      and equal.banned_at is null and equal.verified_at is not null
      and (equal.suspended_until is null or equal.suspended_until <= ${now}::timestamptz)))`
}

/**
 * Rejects the change if no other active super admin remains. It locks all of them in order of id, so that two who act at
 * the same time neither both succeed nor deadlock. `going` is used in the error text.
 */
export async function rejectLastSuperadmin(
  tx: Tx,
  memberId: number,
  now: Date,
  going: 'closed' | 'suspended' | 'banned',
): Promise<void> {
  const superadmins = await tx
    .selectFrom('members')
    .select(['id', 'closure_requested_at', 'banned_at', 'verified_at', 'suspended_until'])
    .where('role', '=', 'SUPERADMIN')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const hasOther = superadmins.some(
    ({ id, closure_requested_at, banned_at, verified_at, suspended_until }) =>
      id !== memberId &&
      closure_requested_at === null &&
      banned_at === null &&
      verified_at !== null &&
      (suspended_until === null || suspended_until <= now),
  )
  if (!hasOther) throw forbidden(`The last super admin cannot be ${going}.`, 'LAST_SUPERADMIN')
}
