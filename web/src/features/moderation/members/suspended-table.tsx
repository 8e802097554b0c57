import type { SuspendedUser } from '@rootsquare/contract/moderation'
import LockOpen from 'lucide-react/icons/lock-open'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import { MemberLink } from '#web/entities/members/member-link.tsx'
import { TruncatedText } from '#web/features/moderation/truncated-text.tsx'
import { usernameLabel } from '#web/features/moderation/moderation-labels.ts'
import { SuspensionEnd } from '#web/features/moderation/lock-out-reason-dialog.tsx'
import { stampText } from '#web/lib/format/time.ts'
import { ActionMenu, type Action } from '#web/ui/controls/action-menu.tsx'
import { DataTable, type Column } from '#web/ui/table/data-table.tsx'

type OnRow = (suspended: SuspendedUser) => void
type Handlers = { onUnsuspend: OnRow; onReason: OnRow }
type SuspendedTableProps = Handlers & { rows: SuspendedUser[]; isWaiting: boolean; expected: number }

const columns: Column<SuspendedUser>[] = [
  { name: 'User ID', cell: ({ userId }) => userId },
  { name: 'Username', cell: ({ username }) => <MemberLink username={username} isBold /> },
  { name: 'Suspended By', cell: ({ suspenderUserName }) => usernameLabel(suspenderUserName) },
  {
    name: 'Reason',
    cell: ({ reasonForSuspension }) => <TruncatedText text={reasonForSuspension} />,
    isWide: true,
  },
  {
    name: 'Created Date',
    cell: ({ createdDate }) => (
      <time dateTime={new Date(createdDate).toISOString()}>{stampText(createdDate)}</time>
    ),
  },
  { name: 'Ends', cell: ({ endDate }) => <SuspensionEnd iso={endDate} /> },
]

export function SuspendedTable({ onUnsuspend, onReason, ...content }: SuspendedTableProps) {
  const menuOf = (row: SuspendedUser) => (
    <ActionMenu label={`Options for @${row.username}`} actions={actionsOn(row, { onUnsuspend, onReason })} />
  )
  return (
    <DataTable
      {...content}
      label="Suspended users"
      columns={columns}
      rowKey={({ userId }) => userId}
      actions={menuOf}
    />
  )
}

function actionsOn(row: SuspendedUser, { onUnsuspend, onReason }: Handlers): Action[] {
  const reason: Action = { name: 'View Full Reason', icon: MessageSquareText, run: () => onReason(row) }
  const unsuspend: Action = { name: 'Unsuspend', icon: LockOpen, run: () => onUnsuspend(row) }
  return row.can.unsuspend ? [unsuspend, reason] : [reason]
}
