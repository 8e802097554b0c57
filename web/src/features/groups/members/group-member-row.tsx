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
      {canAppoint && <Appointing groupId={groupId} member={member} />}
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

function Appointing({ groupId, member }: Pick<GroupMemberRowProps, 'groupId' | 'member'>) {
  const [isAsking, setAsking] = useState(false)
  const kept = useKeptFocus(member.isModerator)
  const deed = member.isModerator
    ? { name: 'End moderating', Icon: ShieldOff }
    : { name: 'Make Moderator', Icon: Shield }
  return (
    <div {...kept}>
      <ActionMenu
        label={`Options for ${nameOf(member)}`}
        actions={[{ ...deed, run: () => setAsking(true), keepsMenu: true }]}
      />
      {isAsking && <ModeratorDialog groupId={groupId} member={member} onClose={() => setAsking(false)} />}
    </div>
  )
}

/** A row that changes its place in the list would lose the focus on the way. */
function useKeptFocus(place: unknown) {
  const ref = useRef<HTMLDivElement>(null)
  const isHeld = useRef(false)
  useLayoutEffect(() => {
    const isLost = isHeld.current && document.activeElement === document.body
    if (isLost) ref.current?.querySelector('button')?.focus()
  }, [place])
  return {
    ref,
    onFocus: () => {
      isHeld.current = true
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) isHeld.current = false
    },
  }
}
