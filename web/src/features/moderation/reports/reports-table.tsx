import type { ReportRecord } from '@rootsquare/contract/reports'
import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import Hourglass from 'lucide-react/icons/hourglass'
import Trash2 from 'lucide-react/icons/trash-2'
import { notAvailable, reportKinds } from '#web/features/moderation/labels.ts'
import { MemberLink } from '#web/features/moderation/member-link.tsx'
import { ReportStatus } from '#web/features/moderation/reports/report-status.tsx'
import { stampText } from '#web/lib/format/time.ts'
import { ActionMenu, type Action } from '#web/ui/controls/action-menu.tsx'
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
  /** Of reports that are just being resolved. */
  busyIds: unknown[]
}

export function ReportsTable({ handlers, busyIds, ...content }: ReportsTableProps) {
  const menuOf = (report: ReportRecord) => (
    <ReportMenu username={report.username} actions={actionsOn(report, handlers)} />
  )
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
      cell: ({ createdBy }) => (createdBy === null ? notAvailable : <MemberLink username={createdBy} />),
    },
    {
      name: 'Reason',
      cell: ({ reason }) => (
        <span className={classes.reason} dir="auto">
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
      className={`plain strong underline-on-hover ${classes.view}`}
      data-report={report.id}
      onClick={() => onView(report)}
    >
      View {reportKinds[report.targetType].one}
      <span className="sr-only"> reported: @{report.username}</span>
    </button>
  )
}

function ReportMenu({ username, actions }: { username: string; actions: Action[] }) {
  if (actions.length === 0) return null
  return <ActionMenu label={`Options for the report on @${username}`} actions={actions} />
}

function actionsOn(report: ReportRecord, handlers: ReportActions): Action[] {
  const { addressed, can } = report
  const resolve: Action = { name: 'Resolve Report', Icon: CircleCheck, run: () => handlers.onResolve(report) }
  const remove: Action = {
    name: `Remove ${reportKinds[report.targetType].one}`,
    Icon: Trash2,
    tone: 'danger',
    run: () => handlers.onRemove(report),
  }
  const suspend: Action = { name: 'Suspend User', Icon: Hourglass, run: () => handlers.onSuspend(report) }
  const ban: Action = { name: 'Ban User', Icon: Ban, tone: 'danger', run: () => handlers.onBan(report) }
  return [
    ...(can.resolve && !addressed ? [resolve] : []),
    ...(can.remove ? [remove] : []),
    ...(can.suspend ? [suspend] : []),
    ...(can.ban ? [ban] : []),
  ]
}
