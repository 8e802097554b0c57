import type { AdminUser } from '@rootsquare/contract/moderation'
import { useNavigate } from '@tanstack/react-router'
import Ban from 'lucide-react/icons/ban'
import ChartColumn from 'lucide-react/icons/chart-column'
import Hourglass from 'lucide-react/icons/hourglass'
import LockOpen from 'lucide-react/icons/lock-open'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import UserRound from 'lucide-react/icons/user-round'
import { BanDialog } from '#web/features/moderation/users/ban-dialog.tsx'
import type { LockOutProps } from '#web/features/moderation/users/suspension-api.ts'
import { SuspendDialog } from '#web/features/moderation/users/suspend-dialog.tsx'
import { UnsuspendDialog } from '#web/features/moderation/users/unsuspend-dialog.tsx'
import { routes } from '#web/lib/navigation/route-names.ts'
import { ActionMenu } from '#web/ui/controls/action-menu.tsx'
import type { Action } from '#web/ui/controls/action-menu.tsx'

export type LockOut = { kind: keyof typeof dialogs; user: LockOutProps['user'] }

const dialogs = { suspend: SuspendDialog, unsuspend: UnsuspendDialog, ban: BanDialog } as const

type UserMenuProps = { user: AdminUser; onLockOut: (lockOut: LockOut) => void; onReason: () => void }

/** The dialogs stand beside the table: a row that the next list no longer has must not take its dialog along. */
export function UserMenu({ user, onLockOut, onReason }: UserMenuProps) {
  const { id, username, lockReason, suspendedUntil, can } = user
  const navigate = useNavigate()
  const ask = (kind: LockOut['kind']) => onLockOut({ kind, user: { userId: id, username, suspendedUntil } })
  const actions: Action[] = [
    {
      name: 'View User Analytics',
      Icon: ChartColumn,
      run: () => navigate({ to: routes.UserAnalytics, params: { userId: String(id) }, replace: true }),
    },
    {
      name: 'View Profile',
      Icon: UserRound,
      run: () => navigate({ to: '/u/$username', params: { username }, replace: true }),
    },
  ]
  if (lockReason !== null)
    actions.push({ name: 'View Reason', Icon: MessageSquareText, run: onReason, keepsMenu: true })
  if (can.unsuspend)
    actions.push({ name: 'Unsuspend', Icon: LockOpen, run: () => ask('unsuspend'), keepsMenu: true })
  if (can.suspend)
    actions.push({ name: 'Suspend User', Icon: Hourglass, run: () => ask('suspend'), keepsMenu: true })
  if (can.ban)
    actions.push({ name: 'Ban User', Icon: Ban, tone: 'danger', run: () => ask('ban'), keepsMenu: true })
  return <ActionMenu label={`Options for ${username}`} actions={actions} />
}

type LockOutDialogProps = Pick<LockOutProps, 'onStanding' | 'onClose'> & { lockOut: LockOut }

/** The lists load anew by themselves when one of them has done what it asked about. */
export function LockOutDialog({ lockOut, onStanding, onClose }: LockOutDialogProps) {
  const Dialog = dialogs[lockOut.kind]
  return <Dialog user={lockOut.user} onStanding={onStanding} onClose={onClose} />
}
