import type { Selectable } from 'kysely'
import type { Tx } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import type { Deps } from '#api/deps.ts'
import { unauthenticated } from '#api/http/api-error.ts'
import { rejectLockedOut } from '#api/http/auth/viewer.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

// Always in this order: the member, then the group or the post, then what hangs on it. So writers wait in a line, never
// in a ring.

const lockColumns = ['banned_at', 'ban_reason', 'suspended_until', 'suspension_reason'] as const

type Held = Pick<Selectable<Tables['members']>, 'id' | 'verified_at' | 'banned_at' | 'suspended_until'>

/** Whoever is banned at this very moment is either seen here, or the ban waits and then finds what was written. */
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
  if (!member) throw unauthenticated()
  rejectLockedOut(member, clock.now())
}

/**
 * The writer as above and another member, who comes back if there is one. The lower id first, as the triggers that count
 * take these rows: two who do something to each other never hold what the other waits for.
 */
export async function lockBothMembers(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  viewer: Viewer,
  otherId: number,
): Promise<Held | undefined> {
  const held = await tx
    .selectFrom('members')
    .select(['id', 'verified_at', ...lockColumns])
    .where('id', 'in', [viewer.id, otherId])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const own = held.find(({ id }) => id === viewer.id)
  if (!own) throw unauthenticated()
  rejectLockedOut(own, clock.now())
  return held.find(({ id }) => id === otherId)
}

/** As above, of whom nothing is changed: many may do so at once, and who is locked out meanwhile waits, or is waited for. */
export async function shareBothMembers(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  viewer: Viewer,
  otherId: number,
): Promise<void> {
  const held = await tx
    .selectFrom('members')
    .select(['id', ...lockColumns])
    .where('id', 'in', [viewer.id, otherId])
    .orderBy('id')
    .forShare()
    .execute()
  const own = held.find(({ id }) => id === viewer.id)
  if (!own) throw unauthenticated()
  rejectLockedOut(own, clock.now())
}
