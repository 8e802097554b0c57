import type { AdminUser } from '@rootsquare/contract/moderation'
import type { Role, UserStatus } from '@rootsquare/contract/lib/roles'
import { useState } from 'react'
import { LockOutReasonDialog } from '#web/features/moderation/lock-out-reason-dialog.tsx'
import { LockOutDialog, type LockOut } from '#web/features/moderation/members/lock-out-dialogs.tsx'
import { ModerationMenu } from '#web/features/moderation/members/moderation-menu.tsx'
import { dayText, momentText } from '#web/lib/format/time.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { Chip, type Tone } from '#web/ui/layout/chip.tsx'
import { DataTable, type Column } from '#web/ui/table/data-table.tsx'

type MembersTableProps = { rows: AdminUser[]; isWaiting: boolean; expected: number }

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

const statusTones: Record<UserStatus, Tone> = {
  ACTIVE: 'leaf',
  UNVERIFIED: 'neutral',
  SUSPENDED: 'gold',
  BANNED: 'error',
  CLOSING: 'neutral',
}

const columns: Column<AdminUser>[] = [
  { name: 'Full name', cell: (member) => <FullName member={member} /> },
  { name: 'Email', cell: ({ email }) => <Email address={email} /> },
  { name: 'Username', cell: ({ username }) => username },
  { name: 'Role', cell: ({ role }) => <span className="no-wrap">{roleNames[role]}</span> },
  { name: 'Status', cell: ({ status }) => <Chip tone={statusTones[status]}>{statusNames[status]}</Chip> },
  { name: 'Joined', cell: ({ createdDate }) => <Joined iso={createdDate} /> },
]

export function MembersTable(content: MembersTableProps) {
  const [lockOut, setLockOut] = useState<LockOut | null>(null)
  const [locked, setLocked] = useState<AdminUser | null>(null)
  const menuOf = (member: AdminUser) => (
    <ModerationMenu member={member} onLockOut={setLockOut} onReason={() => setLocked(member)} />
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

/** Shows the last name first, because admins look people up by it. */
function FullName({ member: { firstname, lastname, profileImage } }: { member: AdminUser }) {
  const name = `${lastname} ${firstname}`
  return (
    <span className="flex-row gap-s">
      <Avatar name={name} image={profileImage} size={32} />
      {name}
    </span>
  )
}

/** Lets an address break at its @ if the column is too narrow. */
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

function Joined({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={momentText(iso)} className="no-wrap">
      {dayText(iso)}
    </time>
  )
}
