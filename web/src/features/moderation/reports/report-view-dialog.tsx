import type { ReportRecord } from '@rootsquare/contract/reports'
import type { ReactNode } from 'react'
import { notAvailableText, reportKinds, usernameLabel } from '#web/features/moderation/moderation-labels.ts'
import type { ReportFilter } from '#web/features/moderation/reports/report-filters.tsx'
import { actionsOn, ReportStatus } from '#web/features/moderation/reports/reports-table.tsx'
import type { ReportActions } from '#web/features/moderation/reports/reports-table.tsx'
import { ReportedContent, type ShowMedia } from '#web/features/moderation/reports/reported-content.tsx'
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
      <div className="stack gap-l">
        <DetailsSection title="Reason">
          <p className="breakable pre-wrap margin-top-2xs text-m leading-reading" dir="auto">
            {reason}
          </p>
          <p className="muted breakable margin-top-xs text-xs">
            <ReportStatus isAddressed={report.addressed} /> {factsOf(report)}
          </p>
        </DetailsSection>
        <DetailsSection title={kind}>
          <ReportedContent report={report} showMedia={showMedia} />
          <Button variant="outline" onClick={() => onFilter({ creator: userId })}>
            Filter by this creator
          </Button>
        </DetailsSection>
        <DetailsSection title="Reported by">
          <Reporter report={report} />
          {reporterId !== null && (
            <Button variant="outline" onClick={() => onFilter({ reporter: reporterId })}>
              Filter by this reporter
            </Button>
          )}
        </DetailsSection>
      </div>
    </Dialog>
  )
}

function footerOf({ report, handlers, isResolving }: ReportViewDialogProps) {
  const actions = actionsOn(report, handlers)
  if (actions.length === 0) return undefined
  return actions.map(({ name, variant, run }) => (
    <Button key={name} variant={variant} isBusy={isResolving && variant === 'primary'} onClick={run}>
      {name}
    </Button>
  ))
}

function DetailsSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h3 className="text-xs strong muted">{title}</h3>
      {children}
    </section>
  )
}

function Reporter({ report: { createdBy, reporterId, reporterEmail } }: { report: ReportRecord }) {
  return (
    <dl className={`breakable ${classes.reporter} display-grid gap-2xs-m margin-top-xs`}>
      <dt className="muted">Username</dt>
      <dd>{usernameLabel(createdBy)}</dd>
      <dt className="muted">User ID</dt>
      <dd>{reporterId ?? notAvailableText}</dd>
      <dt className="muted">Email</dt>
      <dd>{reporterEmail ?? notAvailableText}</dd>
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
