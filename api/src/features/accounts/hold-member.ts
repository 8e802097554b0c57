import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { unauthenticated } from '#api/http/refusal.ts'
import { refuseLockedOut } from '#api/http/viewer.ts'
import type { Viewer } from '#api/http/viewer.ts'

// Always in this order: the member, then the group or the post, then what hangs on it. So writers wait in a line, never
// in a ring.

/** Whoever is banned at this very moment is either seen here, or the ban waits and then finds what was written. */
export async function holdWriter({ clock }: Pick<Deps, 'clock'>, tx: Tx, { id }: Viewer): Promise<void> {
  const member = await tx
    .selectFrom('members')
    .select(['banned_at', 'ban_reason', 'suspended_until', 'suspension_reason'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!member) throw unauthenticated()
  refuseLockedOut(member, clock.now())
}

export async function holdMember(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('members').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}
