import type { GroupMember } from '@rootsquare/contract/groups'
import Shield from 'lucide-react/icons/shield'
import ShieldOff from 'lucide-react/icons/shield-off'
import { useLayoutEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import { useChangeModerator } from '#web/entities/groups/membership-api.ts'
import { nameOf } from '#web/lib/format/names.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { ActionMenu } from '#web/ui/controls/action-menu.tsx'
import { MemberRow } from '#web/entities/members/member-row.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import classes from './group-members.module.css'

type GroupMemberRowProps = {
  groupId: number
  member: GroupMember
  canAppoint: boolean
  children: ReactNode
}

export function GroupMemberRow({ groupId, member, canAppoint, children }: GroupMemberRowProps) {
  return (
    <MemberRow member={member} mark={member.isModerator && mark}>
      {children}
      {canAppoint && <ModeratorMenu groupId={groupId} member={member} />}
    </MemberRow>
  )
}

const mark = (
  <span
    className={`flex-row gap-2xs text-xs semibold full-radius ${classes.mark} display-inline-flex margin-top-2xs`}
  >
    <Icon of={Shield} size="s" />
    Moderator
  </span>
)

function ModeratorMenu({ groupId, member }: Pick<GroupMemberRowProps, 'groupId' | 'member'>) {
  const [isConfirming, setConfirming] = useState(false)
  const focusProps = useFocusAfterMove(member.isModerator)
  const action = member.isModerator
    ? { name: 'Remove moderator', icon: ShieldOff }
    : { name: 'Make Moderator', icon: Shield }
  return (
    <div {...focusProps}>
      <ActionMenu
        label={`Options for ${nameOf(member)}`}
        actions={[{ ...action, run: () => setConfirming(true), keepsMenu: true }]}
      />
      {isConfirming && (
        <ModeratorDialog groupId={groupId} member={member} onClose={() => setConfirming(false)} />
      )}
    </div>
  )
}

/** Restores the focus of a row that moves in the list, because it is mounted again and would lose it. */
function useFocusAfterMove(position: unknown) {
  const ref = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    const isLost = hadFocus.current && document.activeElement === document.body
    if (isLost) ref.current?.querySelector('button')?.focus()
  }, [position])
  return {
    ref,
    onFocus: () => {
      hadFocus.current = true
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) hadFocus.current = false
    },
  }
}

type ModeratorDialogProps = { groupId: number; member: GroupMember; onClose: () => void }

function ModeratorDialog({ groupId, member, onClose }: ModeratorDialogProps) {
  // The list may be updated before the dialog has closed, but the dialog's text must not change.
  const [isEnding] = useState(member.isModerator)
  const change = useChangeModerator(isEnding)
  const labels = (isEnding ? dismissLabels : appointLabels)(nameOf(member))

  function confirm(): void {
    clearSnackbars()
    change.mutateAsync({ groupId, userId: member.id }).then(
      () => {
        onClose()
        showSnackbar('success', labels.done)
      },
      (error: unknown) => showSnackbar('error', errorText(error, labels.failed)),
    )
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      title={labels.title}
      confirmLabel={labels.confirm}
      tone={isEnding ? 'danger' : 'plain'}
      isBusy={change.isPending}
    >
      {labels.meaning}
    </ConfirmDialog>
  )
}

function appointLabels(name: string) {
  return {
    title: `Make ${name} a moderator?`,
    confirm: 'Make Moderator',
    meaning: `${name} will write the group’s pages, decide on proposals, and delete posts and comments here.`,
    done: `${name} is now a moderator`,
    failed: 'Failed to make user a moderator',
  }
}

function dismissLabels(name: string) {
  return {
    title: `Remove ${name} as a moderator?`,
    confirm: 'Remove moderator',
    meaning: `${name} stays a member of the group.`,
    done: `${name} is no longer a moderator`,
    failed: 'Something went wrong',
  }
}
