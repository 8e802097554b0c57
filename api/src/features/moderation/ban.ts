import type { QueryOf } from '@rootsquare/contract/lib/endpoint'
import type { banUser as endpoint } from '@rootsquare/contract/moderation'
import { afterCommit, withLongTimeout } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { membersNotifiedThrough, notify } from '#api/domain/notify.ts'
import { sendSystemMessages } from '#api/domain/system-messages.ts'
import { cancelPendingOrders } from '#api/features/orders/cancel.ts'
import { refundLockedSeller } from '#api/features/orders/fulfilment/refund-locked-seller.ts'
import { markResolved } from '#api/features/reports/mark-resolved.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { enqueue } from '#api/jobs/job.ts'
import { lockToSuspend } from './lock-out.ts'
import { sendBanned } from './jobs.ts'

/**
 * Bans a member. Triggers hide and remove content (docs/decisions/0013).
 * Sessions stay, because their tokens must get the reason.
 */
export async function banUser(
  deps: Deps,
  viewer: Viewer,
  { userId, reasonForBan: reason }: QueryOf<typeof endpoint>,
) {
  // The counters of all followers change one by one, which must not time out even with a hundred thousand of them.
  return withLongTimeout(deps.db, async (tx) => {
    await lockToSuspend(deps, tx, viewer, { memberId: userId, going: 'banned' })
    // Read before the ban deletes the causes of those notifications.
    const notified = await membersNotifiedThrough(tx, userId)
    await tx
      .updateTable('members')
      .set({ banned_at: deps.clock.now(), ban_reason: reason })
      .where('id', '=', userId)
      .execute()
    const { thanks, notices } = await markResolved(deps, tx, viewer, { reportedId: userId })
    await sendSystemMessages(deps, tx, thanks)
    await notify(deps, tx, notices)
    await recordAudit(deps, tx, viewer, { action: 'BAN_USER', memberId: userId, reason })
    await enqueue(tx, sendBanned, { memberId: userId })
    await enqueue(tx, cancelPendingOrders, { memberId: userId })
    await enqueue(tx, refundLockedSeller, { memberId: userId })
    // The event ends their open streams.
    afterCommit(tx, () => {
      deps.bus.wake([userId])
      deps.bus.notificationsChanged(notified)
    })
    return null
  })
}
