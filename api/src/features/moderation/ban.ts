import type { QueryOf } from '@rootsquare/contract/lib/endpoint'
import type { banUser as endpoint } from '@rootsquare/contract/moderation'
import { afterCommit, unhurried } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { membersNotifiedThrough, notify } from '#api/domain/notify.ts'
import { sendSystemMessages } from '#api/domain/system-messages.ts'
import { cancelPendingOf } from '#api/features/orders/cancel.ts'
import { markAddressed } from '#api/features/reports/mark-addressed.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { enqueue } from '#api/jobs/job.ts'
import { lockToSuspend } from './lock-out.ts'
import { sendBanned } from './jobs.ts'

/** What it hides and removes, the database does (docs/decisions/0013). Sessions stay: their tokens must answer why. */
export async function banUser(
  deps: Deps,
  viewer: Viewer,
  { userId, reasonForBan: reason }: QueryOf<typeof endpoint>,
): Promise<null> {
  // All who follow are counted down one by one; that a hundred thousand do must not save anybody from a ban.
  return unhurried(deps.db, async (tx) => {
    await lockToSuspend(deps, tx, viewer, { memberId: userId, going: 'banned' })
    // Asked before the ban deletes what they did.
    const notified = await membersNotifiedThrough(tx, userId)
    await tx
      .updateTable('members')
      .set({ banned_at: deps.clock.now(), ban_reason: reason })
      .where('id', '=', userId)
      .execute()
    const { thanks, notices } = await markAddressed(deps, tx, viewer, { reportedId: userId })
    await sendSystemMessages(deps, tx, thanks)
    await notify(deps, tx, notices)
    await recordAudit(deps, tx, viewer, { action: 'BAN_USER', memberId: userId, reason })
    await enqueue(tx, sendBanned, { memberId: userId })
    await enqueue(tx, cancelPendingOf, { memberId: userId })
    // The event ends their open streams.
    afterCommit(tx, () => {
      deps.bus.wake([userId])
      deps.bus.notificationsChanged(notified)
    })
    return null
  })
}
