import type { Tx } from '#api/db/db.ts'
import { forbidden } from '#api/http/refusal.ts'

/** Locks all who stay in one order: of the last two, only one can go. `going` says what is refused to the last one. */
export async function refuseLastSuperadmin(
  tx: Tx,
  memberId: number,
  now: Date,
  going: 'closed' | 'suspended' | 'banned',
): Promise<void> {
  const staying = await tx
    .selectFrom('members')
    .select('id')
    .where('role', '=', 'SUPERADMIN')
    .where('closure_asked_at', 'is', null)
    .where('banned_at', 'is', null)
    .where('verified_at', 'is not', null)
    .where((row) => row.or([row('suspended_until', 'is', null), row('suspended_until', '<=', now)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (!staying.some(({ id }) => id !== memberId)) {
    throw forbidden(`The last super admin cannot be ${going}.`, 'LAST_SUPERADMIN')
  }
}
