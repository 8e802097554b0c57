import type { ReportRecord } from '@rootsquare/contract/reports'
import { transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { lockActiveMember } from '#api/domain/lock-member.ts'
import { notify } from '#api/domain/notify.ts'
import { sendSystemMessages } from '#api/domain/system-messages.ts'
import { conflict, forbidden } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { markAddressed } from './mark-addressed.ts'
import { requireReport, shapeReport } from './report-rows.ts'

export async function resolveReport(deps: Deps, viewer: Viewer, id: number): Promise<ReportRecord> {
  return transact(deps.db, async (tx) => {
    await lockActiveMember(deps, tx, viewer)
    const report = await requireReport(tx, viewer, id)
    const { reported_id, closed_at } = report
    if (reported_id === viewer.id) {
      throw forbidden('This report is about you. Somebody else will look at it.', 'OWN_REPORT')
    }
    // Without this check, the others on something that was removed since would be marked as addressed.
    if (closed_at !== null) throw alreadyAddressed()
    const { count, thanks, notices } = await markAddressed(deps, tx, viewer, { id, target: report })
    // Read again after the lock: another admin may have resolved it, or the reported member was erased meanwhile.
    const row = await requireReport(tx, viewer, id)
    if (count === 0) throw alreadyAddressed()
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

const alreadyAddressed = () => conflict('This report has been addressed already.', 'ALREADY_ADDRESSED')
