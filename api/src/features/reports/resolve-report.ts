import { transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { lockActiveMember } from '#api/domain/lock-member.ts'
import { notify } from '#api/domain/notify.ts'
import { sendSystemMessages } from '#api/domain/system-messages.ts'
import { conflict, forbidden } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { markResolved } from './mark-resolved.ts'
import { requireReport, shapeReport } from './report-rows.ts'

export async function resolveReport(deps: Deps, viewer: Viewer, id: number) {
  return transact(deps.db, async (tx) => {
    await lockActiveMember(deps, tx, viewer)
    const report = await requireReport(tx, viewer, id)
    const { reported_id, closed_at } = report
    if (reported_id === viewer.id) {
      throw forbidden('This report is about you. Somebody else will look at it.', 'OWN_REPORT')
    }
    // Without this check, other reports on a target that has since been removed would be marked as resolved.
    if (closed_at !== null) throw alreadyResolved()
    const { count, thanks, notices } = await markResolved(deps, tx, viewer, { id, target: report })
    // Read again after the lock, because another admin may have resolved it or the reported member may have been erased.
    const row = await requireReport(tx, viewer, id)
    if (count === 0) throw alreadyResolved()
    await recordAudit(deps, tx, viewer, {
      action: 'RESOLVE_REPORT',
      memberId: reported_id,
      target: { type: 'report', id },
    })
    await sendSystemMessages(deps, tx, thanks)
    await notify(deps, tx, notices)
    return shapeReport(row, viewer, deps.clock.now())
  })
}

const alreadyResolved = () => conflict('This report has been addressed already.', 'ALREADY_ADDRESSED')
