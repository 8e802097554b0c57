import type { SuspendedUser } from '@rootsquare/contract/moderation'
import { Link } from '@tanstack/react-router'
import LockOpen from 'lucide-react/icons/lock-open'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import type { ReactNode } from 'react'
import { TruncatedText } from '#web/features/moderation/truncated-text.tsx'
import { usernameLabel } from '#web/features/moderation/member-labels.ts'
import { SuspensionEnd } from '#web/features/moderation/users/suspension-end.tsx'
import { stampText } from '#web/lib/format/time.ts'
import { ActionMenu } from '#web/ui/controls/action-menu.tsx'
import type { Action } from '#web/ui/controls/action-menu.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import type { Column } from '#web/ui/table/data-table.tsx'
import classes from './suspended-table.module.css'

type OnRow = (suspended: SuspendedUser) => void
type Handlers = { onUnsuspend: OnRow; onReason: OnRow }

type SuspendedTableProps = {
  rows: SuspendedUser[]
  isWaiting: boolean
  expected: number
  handlers: Handlers
}

const columns: Column<SuspendedUser>[] = [
  { name: 'User ID', cell: ({ userId }) => userId },
  { name: 'Username', cell: ({ username }) => <Username username={username} /> },
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

export function SuspendedTable({ rows, isWaiting, expected, handlers }: SuspendedTableProps) {
  function menuOf(row: SuspendedUser): ReactNode {
    return <ActionMenu label={`Options for @${row.username}`} actions={actionsOn(row, handlers)} />
  }

  return (
    <DataTable
      label="Suspended users"
      columns={columns}
      rows={rows}
      rowKey={({ userId }) => userId}
      actions={menuOf}
      isWaiting={isWaiting}
      expected={expected}
    />
  )
}

function Username({ username }: { username: string }) {
  return (
    <Link to="/u/$username" params={{ username }} className={classes.member}>
      @{username}
    </Link>
  )
}

function actionsOn(row: SuspendedUser, { onUnsuspend, onReason }: Handlers): Action[] {
  const reason: Action = { name: 'View Full Reason', Icon: MessageSquareText, run: () => onReason(row) }
  const unsuspend: Action = { name: 'Unsuspend', Icon: LockOpen, run: () => onUnsuspend(row) }
  return row.can.unsuspend ? [unsuspend, reason] : [reason]
}
