import type { ReportRecord } from '@rootsquare/contract/reports'
import type { ReactNode } from 'react'
import { notAvailable, reportKinds, usernameLabel } from '#web/features/moderation/labels.ts'
import type { ReportFilter } from '#web/features/moderation/reports/report-filters.tsx'
import { ReportStatus } from '#web/features/moderation/reports/report-status.tsx'
import { ReportedContent, type ShowMedia } from '#web/features/moderation/reports/reported-content.tsx'
import type { ReportActions } from '#web/features/moderation/reports/reports-table.tsx'
import { stampText } from '#web/lib/format/time.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import classes from './report-view-dialog.module.css'

type ReportViewDialogProps = {
  report: ReportRecord
  handlers: Omit<ReportActions, 'onView'>
  isResolving: boolean
  showMedia: ShowMedia
  onFilter: (changes: Partial<ReportFilter>) => void
  onClose: () => void
}

export function ReportViewDialog(props: ReportViewDialogProps) {
  const { report, showMedia, onFilter, onClose } = props
  const { targetType, username, userId, reporterId, reason } = report
  const kind = reportKinds[targetType].one
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={targetType === 'user' ? `Reported: @${username}` : `Reported: ${kind} by @${username}`}
      width={640}
      footer={footerOf(props)}
    >
      <div className={`stack ${classes.parts}`}>
        <Part title="Reason">
          <p className={`breakable ${classes.reason}`} dir="auto">
            {reason}
          </p>
          <p className={`muted breakable ${classes.facts}`}>
            <ReportStatus isAddressed={report.addressed} /> {factsOf(report)}
          </p>
        </Part>
        <Part title={kind}>
          <ReportedContent report={report} showMedia={showMedia} />
          <Button variant="outline" onClick={() => onFilter({ creator: userId })}>
            Filter by this creator
          </Button>
        </Part>
        <Part title="Reported by">
          <Reporter report={report} />
          {reporterId !== null && (
            <Button variant="outline" onClick={() => onFilter({ reporter: reporterId })}>
              Filter by this reporter
            </Button>
          )}
        </Part>
      </div>
    </Dialog>
  )
}

function footerOf({ report, handlers, isResolving }: ReportViewDialogProps) {
  const { can, addressed, targetType } = report
  const { onResolve, onRemove, onSuspend, onBan } = handlers
  const canResolve = can.resolve && !addressed
  if (!canResolve && !can.remove && !can.suspend && !can.ban) return undefined
  return (
    <>
      {canResolve && (
        <Button isBusy={isResolving} onClick={() => onResolve(report)}>
          Resolve Report
        </Button>
      )}
      {can.remove && (
        <Button variant="outline" onClick={() => onRemove(report)}>
          Remove {reportKinds[targetType].one}
        </Button>
      )}
      {can.suspend && (
        <Button variant="outline" onClick={() => onSuspend(report)}>
          Suspend User
        </Button>
      )}
      {can.ban && (
        <Button variant="danger" onClick={() => onBan(report)}>
          Ban User
        </Button>
      )}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h3 className="small strong muted">{title}</h3>
      {children}
    </section>
  )
}

function Reporter({ report: { createdBy, reporterId, reporterEmail } }: { report: ReportRecord }) {
  return (
    <dl className={`breakable ${classes.reporter}`}>
      <dt className="muted">Username</dt>
      <dd>{usernameLabel(createdBy)}</dd>
      <dt className="muted">User ID</dt>
      <dd>{reporterId ?? notAvailable}</dd>
      <dt className="muted">Email</dt>
      <dd>{reporterEmail ?? notAvailable}</dd>
    </dl>
  )
}

function factsOf({ createdDate, groupName, addressedBy, addressedDate }: ReportRecord): string {
  const facts = [
    `Reported ${stampText(createdDate)}`,
    ...(groupName === null ? [] : [`In ${groupName}`]),
    ...(addressedDate === null ? [] : [`Addressed ${stampText(addressedDate)}`]),
  ]
  return `${facts.join(' · ')}${addressedBy === null ? '' : ` by @${addressedBy}`}`
}
