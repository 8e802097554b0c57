import type { AdminUser } from '@rootsquare/contract/moderation'
import type { Role, UserStatus } from '@rootsquare/contract/roles'
import { useState } from 'react'
import { LockOutReasonDialog } from '#web/features/moderation/lock-out-reason-dialog.tsx'
import { LockOutDialog, UserMenu } from '#web/features/moderation/users/user-menu.tsx'
import type { LockOut } from '#web/features/moderation/users/user-menu.tsx'
import { dayText, momentText } from '#web/lib/format/time.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import type { Column } from '#web/ui/table/data-table.tsx'
import classes from './users-table.module.css'

type UsersTableProps = { rows: AdminUser[]; isWaiting: boolean; expected: number }

const roleNames = {
  USER: 'Member',
  ADMIN: 'Admin',
  SUPERADMIN: 'Super admin',
} as const satisfies Record<Role, string>

const statusNames = {
  ACTIVE: 'Active',
  UNVERIFIED: 'Not verified',
  SUSPENDED: 'Suspended',
  BANNED: 'Banned',
  CLOSING: 'Closing',
} as const satisfies Record<UserStatus, string>

const columns: Column<AdminUser>[] = [
  { name: 'Full name', cell: (user) => <FullName user={user} /> },
  { name: 'Email', cell: ({ email }) => <Email address={email} /> },
  { name: 'Username', cell: ({ username }) => username },
  { name: 'Role', cell: ({ role }) => <span className={classes.word}>{roleNames[role]}</span> },
  { name: 'Status', cell: ({ status }) => <Status status={status} /> },
  { name: 'Joined', cell: ({ createdDate }) => <Joined iso={createdDate} /> },
]

export function UsersTable(content: UsersTableProps) {
  const [lockOut, setLockOut] = useState<LockOut | null>(null)
  const [locked, setLocked] = useState<AdminUser | null>(null)
  const menuOf = (user: AdminUser) => (
    <UserMenu user={user} onLockOut={setLockOut} onReason={() => setLocked(user)} />
  )
  return (
    <>
      <DataTable {...content} label="Users" columns={columns} rowKey={({ id }) => id} actions={menuOf} />
      {lockOut && <LockOutDialog lockOut={lockOut} onClose={() => setLockOut(null)} />}
      {locked && (
        <LockOutReasonDialog
          username={locked.username}
          endDate={locked.suspendedUntil}
          reason={locked.lockReason}
          onClose={() => setLocked(null)}
        />
      )}
    </>
  )
}

/** Last name first, as admins look people up. */
function FullName({ user: { firstname, lastname, profileImage } }: { user: AdminUser }) {
  const name = `${lastname} ${firstname}`
  return (
    <span className="row gap-10">
      <Avatar name={name} image={profileImage} size={32} />
      {name}
    </span>
  )
}

/** Where the column is narrow, the sign is the place to break. */
function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

function Status({ status }: { status: UserStatus }) {
  return (
    <span className={classes.status} data-status={status}>
      {statusNames[status]}
    </span>
  )
}

function Joined({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={momentText(iso)} className={classes.word}>
      {dayText(iso)}
    </time>
  )
}
