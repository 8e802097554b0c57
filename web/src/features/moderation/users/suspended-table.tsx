import type { SuspendedUser } from '@rootsquare/contract/moderation'
import { Link } from '@tanstack/react-router'
import LockOpen from 'lucide-react/icons/lock-open'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import type { ReactNode } from 'react'
import { CutText } from '#web/features/moderation/cut-text.tsx'
import { usernameText } from '#web/features/moderation/names.ts'
import { Ends } from '#web/features/moderation/users/suspended-labels.tsx'
import { stampText } from '#web/lib/format/time.ts'
import { ActionMenu } from '#web/ui/controls/action-menu.tsx'
import type { Action } from '#web/ui/controls/action-menu.tsx'
import { DataTable } from '#web/ui/layout/data-table.tsx'
import type { Column } from '#web/ui/layout/data-table.tsx'
import classes from './suspended-table.module.css'

type Deed = (suspended: SuspendedUser) => void
type Deeds = { onUnsuspend: Deed; onReason: Deed }

type SuspendedTableProps = {
  rows: SuspendedUser[]
  isWaiting: boolean
  expected: number
  deeds: Deeds
}

const columns: Column<SuspendedUser>[] = [
  { name: 'User ID', cell: ({ userId }) => userId },
  { name: 'Username', cell: ({ username }) => <Username username={username} /> },
  { name: 'Suspended By', cell: ({ suspenderUserName }) => usernameText(suspenderUserName) },
  { name: 'Reason', cell: ({ reasonForSuspension }) => <CutText text={reasonForSuspension} />, isWide: true },
  {
    name: 'Created Date',
    cell: ({ createdDate }) => (
      <time dateTime={new Date(createdDate).toISOString()}>{stampText(createdDate)}</time>
    ),
  },
  { name: 'Ends', cell: ({ endDate }) => <Ends iso={endDate} /> },
]

export function SuspendedTable({ rows, isWaiting, expected, deeds }: SuspendedTableProps) {
  function menuOf(row: SuspendedUser): ReactNode {
    return <ActionMenu label={`Options for @${row.username}`} actions={actionsOn(row, deeds)} />
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

function actionsOn(row: SuspendedUser, { onUnsuspend, onReason }: Deeds): Action[] {
  const reason: Action = { name: 'View Full Reason', Icon: MessageSquareText, run: () => onReason(row) }
  const unsuspend: Action = { name: 'Unsuspend', Icon: LockOpen, run: () => onUnsuspend(row) }
  return row.can.unsuspend ? [unsuspend, reason] : [reason]
}
