import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Tx } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import type { Deps } from '#api/deps.ts'
import { rejectLastSuperadmin } from '#api/domain/last-superadmin.ts'
import { canLockOut } from '#api/domain/can-lock-out.ts'
import { noSuchMember } from '#api/domain/visibility.ts'
import { conflict, forbidden } from '#api/http/api-error.ts'
import { requireActive } from '#api/domain/lock-member.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

type LockedMember = Pick<
  Selectable<Tables['members']>,
  'id' | 'role' | 'banned_at' | 'ban_reason' | 'suspended_until' | 'suspension_reason'
>

/** SQL for the other members whose rows the action changes. */
type Others = RawBuilder<unknown>

const noMembers: Others = sql`select null::bigint`

/** Selects the reporters, who get a message. */
const reportersOf = (memberId: number): Others =>
  sql`select reporter_id from reports where reported_id = ${memberId} and closed_at is null`

/** Selects followers and followed members, whose counters change when the follows end. */
const partnersOf = (memberId: number): Others =>
  sql`select follower_id from follows where followed_id = ${memberId}
    union all select followed_id from follows where follower_id = ${memberId}`

/** Selects all super admins if the member is one, because one of them must remain. */
const equalsOfSuperadmin = (memberId: number): Others =>
  sql`select id from members where role = 'SUPERADMIN'
    and exists (select from members where id = ${memberId} and role = 'SUPERADMIN')`

/** Locks the member, all members whose rows change, and the viewer, who must be allowed to lock the member out. */
export async function lockToSuspend(
  deps: Deps,
  tx: Tx,
  viewer: Viewer,
  { memberId, going }: { memberId: number; going: 'suspended' | 'banned' },
): Promise<void> {
  const notified = sql`${reportersOf(memberId)} union all ${equalsOfSuperadmin(memberId)}`
  const others = going === 'banned' ? sql`${notified} union all ${partnersOf(memberId)}` : notified
  const { role } = await lockUnbanned(deps, tx, viewer, { memberId, others })
  if (role === 'SUPERADMIN') await rejectLastSuperadmin(tx, memberId, deps.clock.now(), going)
}

export async function lockToUnsuspend(
  deps: Deps,
  tx: Tx,
  viewer: Viewer,
  memberId: number,
): Promise<LockedMember> {
  return lockUnbanned(deps, tx, viewer, { memberId, others: noMembers })
}

type LockTargets = { memberId: number; others: Others }

/** Rejects an admin who was locked out after the call came in, and a member who is already banned. */
async function lockUnbanned(
  { clock }: Deps,
  tx: Tx,
  viewer: Viewer,
  { memberId, others }: LockTargets,
): Promise<LockedMember> {
  if (memberId === viewer.id) throw forbidden('You cannot do this to yourself.', 'NOT_TO_YOURSELF')
  const locked = await lockAll(tx, viewer, { memberId, others })
  const own = locked.find(({ id }) => id === viewer.id)
  requireActive(own, clock.now())
  const member = locked.find(({ id }) => id === memberId)
  if (!member) throw noSuchMember()
  if (!canLockOut(viewer, { ...member, banned_at: null }))
    throw forbidden('Only a super admin can do this to staff.', 'NOT_TO_STAFF')
  if (member.banned_at !== null)
    throw conflict('This member is banned already, and a ban cannot be undone.', 'ALREADY_BANNED')
  return member
}

/**
 * Locks all members in one statement in the order of their ids, as everywhere, so that two admins who lock each other out never
 * deadlock. Returns only viewer and member, because a member may have tens of thousands of followers.
 */
async function lockAll(tx: Tx, viewer: Viewer, { memberId, others }: LockTargets): Promise<LockedMember[]> {
  const both = [viewer.id, memberId]
  const { rows } = await sql<LockedMember>`
    with locked as materialized (
      select id, role, banned_at, ban_reason, suspended_until, suspension_reason from members
      where id in (select unnest(${both}::bigint[]) union ${others})
      order by id for no key update
    )
    select * from locked where id = any(${both}::bigint[])`.execute(tx)
  return rows
}
