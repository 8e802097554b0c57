import type { AdminUser } from '@rootsquare/contract/moderation'
import { useNavigate } from '@tanstack/react-router'
import Ban from 'lucide-react/icons/ban'
import ChartColumn from 'lucide-react/icons/chart-column'
import Hourglass from 'lucide-react/icons/hourglass'
import LockOpen from 'lucide-react/icons/lock-open'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import UserRound from 'lucide-react/icons/user-round'
import type { LockOut } from '#web/features/moderation/members/lock-out-dialogs.tsx'
import { routes } from '#web/lib/navigation/route-names.ts'
import { ActionMenu, type Action } from '#web/ui/controls/action-menu.tsx'

type ModerationMenuProps = { member: AdminUser; onLockOut: (lockOut: LockOut) => void; onReason: () => void }

/** The dialogs are rendered beside the table, so that they stay open when their row is removed. */
export function ModerationMenu({ member, onLockOut, onReason }: ModerationMenuProps) {
  const { id, username, lockReason, suspendedUntil, can } = member
  const navigate = useNavigate()
  const open = (kind: LockOut['kind']) =>
    onLockOut({ kind, member: { userId: id, username, suspendedUntil } })
  const actions: Action[] = [
    {
      name: 'View User Analytics',
      icon: ChartColumn,
      run: () => navigate({ to: routes.UserAnalytics, params: { userId: String(id) }, replace: true }),
    },
    {
      name: 'View Profile',
      icon: UserRound,
      run: () => navigate({ to: '/u/$username', params: { username }, replace: true }),
    },
  ]
  if (lockReason !== null)
    actions.push({ name: 'View Reason', icon: MessageSquareText, run: onReason, keepsMenu: true })
  if (can.unsuspend)
    actions.push({ name: 'Unsuspend', icon: LockOpen, run: () => open('unsuspend'), keepsMenu: true })
  if (can.suspend)
    actions.push({ name: 'Suspend User', icon: Hourglass, run: () => open('suspend'), keepsMenu: true })
  if (can.ban)
    actions.push({ name: 'Ban User', icon: Ban, tone: 'danger', run: () => open('ban'), keepsMenu: true })
  return <ActionMenu label={`Options for ${username}`} actions={actions} />
}
