import type { QueryOf } from '@rootsquare/contract/lib/endpoint'
import type * as api from '@rootsquare/contract/moderation'
import { afterCommit, transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { shortSuspensionDays } from '#api/domain/long-lock-out.ts'
import { notify } from '#api/domain/notify.ts'
import { sendSystemMessage, sendSystemMessages } from '#api/domain/system-messages.ts'
import { refundLockedSeller } from '#api/features/orders/fulfilment/refund-locked-seller.ts'
import { markResolved } from '#api/features/reports/mark-resolved.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { enqueue } from '#api/jobs/job.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { formatLagosTime } from '#api/domain/lagos-time.ts'
import { isSuspended } from '#api/domain/user-status.ts'
import { conflict } from '#api/http/api-error.ts'
import { lockToSuspend, lockToUnsuspend } from './lock-out.ts'
import { sendLifted, sendSuspended } from './jobs.ts'

/** Suspends a member. A second suspension replaces end and reason. Sessions stay, because their tokens must get the reason. */
export async function suspendUser(
  deps: Deps,
  viewer: Viewer,
  { userId, days, reasonForSuspension: reason }: QueryOf<typeof api.suspendUser>,
) {
  return transact(deps.db, async (tx) => {
    await lockToSuspend(deps, tx, viewer, { memberId: userId, going: 'suspended' })
    const now = deps.clock.now()
    const until = inDays(now, days)
    await tx
      .updateTable('members')
      .set({ suspended_at: now, suspended_by: viewer.id, suspended_until: until, suspension_reason: reason })
      .where('id', '=', userId)
      .execute()
    const { thanks, notices } = await markResolved(deps, tx, viewer, { reportedId: userId })
    // The member reads the message after the suspension.
    const text = `Your account was suspended until ${formatLagosTime(until)}. Reason: ${reason}`
    await sendSystemMessages(deps, tx, [...thanks, { memberId: userId, text }])
    await notify(deps, tx, notices)
    const detail = days === 1 ? '1 day' : `${days} days`
    await recordAudit(deps, tx, viewer, { action: 'SUSPEND_USER', memberId: userId, reason, detail })
    await enqueue(tx, sendSuspended, { memberId: userId }, { key: `${sendSuspended.name} ${userId}` })
    if (days > shortSuspensionDays) await enqueue(tx, refundLockedSeller, { memberId: userId })
    // The event also ends the member’s open streams.
    afterCommit(tx, () => deps.bus.wake([userId]))
    return null
  })
}

export async function unsuspendUser(
  deps: Deps,
  viewer: Viewer,
  { userId, reasonForUnSuspending: reason }: QueryOf<typeof api.unsuspendUser>,
) {
  return transact(deps.db, async (tx) => {
    const member = await lockToUnsuspend(deps, tx, viewer, userId)
    if (!isSuspended(member, deps.clock.now()))
      throw conflict('This member is not suspended.', 'NOT_SUSPENDED')
    await tx
      .updateTable('members')
      .set({ suspended_at: null, suspended_by: null, suspended_until: null, suspension_reason: null })
      .where('id', '=', userId)
      .execute()
    await recordAudit(deps, tx, viewer, { action: 'UNSUSPEND_USER', memberId: userId, reason })
    await sendSystemMessage(
      deps,
      tx,
      userId,
      `Your suspension was lifted: ${reason.replace(/\.$/, '')}. Welcome back.`,
    )
    await enqueue(tx, sendLifted, { memberId: userId })
    afterCommit(tx, () => deps.bus.wake([userId]))
    return null
  })
}
