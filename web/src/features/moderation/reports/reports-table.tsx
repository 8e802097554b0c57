import type { ReportRecord } from '@rootsquare/contract/reports'
import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import Hourglass from 'lucide-react/icons/hourglass'
import Trash2 from 'lucide-react/icons/trash-2'
import { notAvailableText, reportKinds } from '#web/features/moderation/moderation-labels.ts'
import { MemberLink } from '#web/entities/members/member-link.tsx'
import { stampText } from '#web/lib/format/time.ts'
import { ActionMenu, type Action } from '#web/ui/controls/action-menu.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { Chip } from '#web/ui/layout/chip.tsx'
import { DataTable, type Column } from '#web/ui/table/data-table.tsx'
import classes from './reports-table.module.css'

type OnReport = (report: ReportRecord) => void
export type ReportActions = {
  onView: OnReport
  onResolve: OnReport
  onRemove: OnReport
  onSuspend: OnReport
  onBan: OnReport
}

type ReportsTableProps = {
  rows: ReportRecord[]
  isWaiting: boolean
  expected: number
  handlers: ReportActions
  /** The ids of the reports that are being resolved. */
  busyIds: unknown[]
}

export function ReportsTable({ handlers, busyIds, ...content }: ReportsTableProps) {
  const menuOf = (report: ReportRecord) => {
    const actions = actionsOn(report, handlers)
    const label = `Options for the report on @${report.username}`
    return actions.length > 0 && <ActionMenu label={label} actions={actions} />
  }
  return (
    <DataTable
      {...content}
      label="Reported posts"
      columns={columnsWith(handlers.onView, busyIds)}
      rowKey={({ id }) => id}
      actions={menuOf}
    />
  )
}

function columnsWith(onView: OnReport, busyIds: unknown[]): Column<ReportRecord>[] {
  return [
    { name: 'Post Creator', cell: ({ username }) => <MemberLink username={username} /> },
    {
      name: 'Reported by',
      cell: ({ createdBy }) => (createdBy === null ? notAvailableText : <MemberLink username={createdBy} />),
    },
    {
      name: 'Reason',
      cell: ({ reason }) => (
        <span className="clamped" dir="auto">
          {reason}
        </span>
      ),
      isWide: true,
    },
    {
      name: 'Status',
      cell: ({ id, addressed }) => (
        <ReportStatus isAddressed={addressed} isResolving={busyIds.includes(id)} />
      ),
    },
    {
      name: 'Date Reported',
      cell: ({ createdDate }) => <time dateTime={createdDate}>{stampText(createdDate)}</time>,
    },
    { name: 'View Post', cell: (report) => <ViewButton report={report} onView={onView} /> },
  ]
}

function ViewButton({ report, onView }: { report: ReportRecord; onView: OnReport }) {
  return (
    <button
      type="button"
      className={`plain-control strong underline-on-hover touch no-wrap ${classes.view} pad-x-2xs color-primary`}
      data-report={report.id}
      onClick={() => onView(report)}
    >
      View {reportKinds[report.targetType].one}
      <span className="sr-only"> reported: @{report.username}</span>
    </button>
  )
}

/** An action with its variant for the dialog, where it is a button. */
type ReportAction = Action & { variant: 'primary' | 'outline' | 'danger' }

export function actionsOn(report: ReportRecord, handlers: Omit<ReportActions, 'onView'>): ReportAction[] {
  const { addressed, can, targetType } = report
  const { onResolve, onRemove, onSuspend, onBan } = handlers
  const action = (name: string, icon: Action['icon'], run: OnReport) => ({
    name,
    icon,
    run: () => run(report),
  })
  const remove = action(`Remove ${reportKinds[targetType].one}`, Trash2, onRemove)
  const all: (ReportAction & { isAllowed: boolean })[] = [
    {
      ...action('Resolve Report', CircleCheck, onResolve),
      variant: 'primary',
      isAllowed: can.resolve && !addressed,
    },
    { ...remove, tone: 'danger', variant: 'outline', isAllowed: can.remove },
    { ...action('Suspend User', Hourglass, onSuspend), variant: 'outline', isAllowed: can.suspend },
    { ...action('Ban User', Ban, onBan), tone: 'danger', variant: 'danger', isAllowed: can.ban },
  ]
  return all.filter(({ isAllowed }) => isAllowed)
}

type ReportStatusProps = { isAddressed: boolean; isResolving?: boolean }

export function ReportStatus({ isAddressed, isResolving = false }: ReportStatusProps) {
  if (isResolving)
    return (
      <output className="flex-row text-xs muted no-wrap">
        <Spinner /> Resolving…
      </output>
    )
  return <Chip tone={isAddressed ? 'leaf' : 'gold'}>{isAddressed ? 'Addressed' : 'Pending'}</Chip>
}
