import type { Selectable } from 'kysely'
import type { Tx } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import type { Deps } from '#api/deps.ts'
import { unauthenticated } from '#api/http/api-error.ts'
import { rejectLockedOut, type LockOut, type Viewer } from '#api/http/auth/viewer.ts'

// All writers lock in this order to prevent deadlocks: the member, then the group or post, then its dependent rows, then
// files (media-ownership.ts).

const lockColumns = ['banned_at', 'ban_reason', 'suspended_until', 'suspension_reason'] as const

type LockedMember = Pick<
  Selectable<Tables['members']>,
  'id' | 'verified_at' | 'banned_at' | 'suspended_until'
>

/** Locks the writer. A concurrent ban is either seen here, or waits for the lock and then finds what was written. */
export async function lockActiveMember(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { id }: Viewer,
): Promise<void> {
  const member = await tx
    .selectFrom('members')
    .select(lockColumns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  requireActive(member, clock.now())
}

/**
 * Locks the writer and another member, and returns the other if it exists. The lower id comes first, as in the triggers
 * that count, so that two members who act on each other do not deadlock.
 */
export async function lockBothMembers(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  viewer: Viewer,
  otherId: number,
): Promise<LockedMember | undefined> {
  const members = await selectBoth(tx, viewer, otherId).forNoKeyUpdate().execute()
  const own = members.find(({ id }) => id === viewer.id)
  requireActive(own, clock.now())
  return members.find(({ id }) => id === otherId)
}

/**
 * Locks both members like `lockBothMembers`, but shared, for writes that change neither. Only a ban or suspension has to
 * wait.
 */
export async function shareBothMembers(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  viewer: Viewer,
  otherId: number,
): Promise<void> {
  const members = await selectBoth(tx, viewer, otherId).forShare().execute()
  const own = members.find(({ id }) => id === viewer.id)
  requireActive(own, clock.now())
}

function selectBoth(tx: Tx, viewer: Viewer, otherId: number) {
  return tx
    .selectFrom('members')
    .select(['id', 'verified_at', ...lockColumns])
    .where('id', 'in', [viewer.id, otherId])
    .orderBy('id')
}

export function requireActive(member: LockOut | undefined, now: Date): void {
  if (!member) throw unauthenticated()
  rejectLockedOut(member, now)
}
