import type { QueryOf } from '@rootsquare/contract/endpoint'
import type { suspendUser as asked } from '@rootsquare/contract/moderation'
import { transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { record } from '#api/features/accounts/audit.ts'
import { tell } from '#api/features/accounts/tell.ts'
import { addressReportsOn } from '#api/features/reports/address.ts'
import type { Viewer } from '#api/http/viewer.ts'
import { enqueue } from '#api/jobs/job.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { inLagos } from './lagos-time.ts'
import { holdToLockOut } from './lock-out.ts'
import { sendSuspended } from './moderation-jobs.ts'

/** Whoever is suspended already gets the new term and reason. Sessions stay: their tokens must answer why. */
export async function suspendUser(
  deps: Deps,
  viewer: Viewer,
  { userId, days, reasonForSuspension: reason }: QueryOf<typeof asked>,
): Promise<null> {
  return transact(deps.db, async (tx) => {
    await holdToLockOut(deps, tx, viewer, { memberId: userId, going: 'suspended' })
    const now = deps.clock.now()
    const until = inDays(now, days)
    await tx
      .updateTable('members')
      .set({ suspended_at: now, suspended_by: viewer.id, suspended_until: until, suspension_reason: reason })
      .where('id', '=', userId)
      .execute()
    await addressReportsOn(deps, tx, viewer, userId)
    await record(deps, tx, viewer, { action: 'SUSPEND_USER', memberId: userId, reason })
    // For when they are back. The word of it also ends their open streams.
    await tell(deps, tx, userId, `Your account was suspended until ${inLagos(until)}. Reason: ${reason}`)
    await enqueue(tx, sendSuspended, { memberId: userId }, { key: `${sendSuspended.name} ${userId}` })
    return null
  })
}
