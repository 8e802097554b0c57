import type { QueryOf } from '@rootsquare/contract/lib/endpoint'
import type { unsuspendUser as endpoint } from '@rootsquare/contract/moderation'
import { afterCommit, transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { sendSystemMessage } from '#api/domain/system-messages.ts'
import { isSuspended } from '#api/domain/user-status.ts'
import { conflict } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { enqueue } from '#api/jobs/job.ts'
import { lockToUnsuspend } from './lock-out.ts'
import { sendLifted } from './jobs.ts'

export async function unsuspendUser(
  deps: Deps,
  viewer: Viewer,
  { userId, reasonForUnSuspending: reason }: QueryOf<typeof endpoint>,
): Promise<null> {
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
