import type { GroupMember } from '@rootsquare/contract/groups'
import Shield from 'lucide-react/icons/shield'
import ShieldOff from 'lucide-react/icons/shield-off'
import { useLayoutEffect, useRef, useState } from 'react'
import type { FocusEvent, ReactNode } from 'react'
import { ModeratorDialog } from '#web/features/groups/members/moderator-dialog.tsx'
import { nameOf } from '#web/lib/format/names.ts'
import { ActionMenu } from '#web/ui/controls/action-menu.tsx'
import { MemberRow } from '#web/entities/members/member-row.tsx'
import classes from './group-members.module.css'

type GroupMemberRowProps = {
  groupId: number
  member: GroupMember
  canAppoint: boolean
  children: ReactNode
}

export function GroupMemberRow({ groupId, member, canAppoint, children }: GroupMemberRowProps) {
  return (
    <MemberRow member={member} mark={member.isModerator && <ModeratorMark />}>
      {children}
      {canAppoint && <ModeratorMenu groupId={groupId} member={member} />}
    </MemberRow>
  )
}

function ModeratorMark() {
  return (
    <span className={classes.mark}>
      <Shield size={14} strokeWidth={1.9} aria-hidden="true" />
      Moderator
    </span>
  )
}

function ModeratorMenu({ groupId, member }: Pick<GroupMemberRowProps, 'groupId' | 'member'>) {
  const [isConfirming, setConfirming] = useState(false)
  const focusProps = useFocusAfterMove(member.isModerator)
  const action = member.isModerator
    ? { name: 'End moderating', Icon: ShieldOff }
    : { name: 'Make Moderator', Icon: Shield }
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

/** A row that moves in the list is mounted again and would lose the focus. */
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
