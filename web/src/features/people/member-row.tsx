import type { MemberEntry } from '@rootsquare/contract/accounts'
import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import classes from './member-list.module.css'

type MemberRowProps = {
  member: MemberEntry
  onGoneWithFocus: () => void
  isInDialog?: boolean
  /** What can be done about them here. */
  children: ReactNode
}

export function MemberRow({ member, onGoneWithFocus, isInDialog = false, children }: MemberRowProps) {
  const row = useRef<HTMLLIElement>(null)
  // An unfollowed or unblocked row leaves with its button; the keyboard stays in the list.
  useLayoutEffect(() => {
    const own = row.current
    return () => {
      if (own?.contains(document.activeElement)) onGoneWithFocus()
    }
  }, [onGoneWithFocus])
  const name = `${member.firstname} ${member.lastname}`
  return (
    <li ref={row} className={classes.row}>
      <Link
        to="/u/$username"
        params={{ username: member.username }}
        replace={isInDialog}
        className={classes.who}
      >
        <Avatar name={name} image={member.profileImage} size={44} />
        <span className={classes.names}>
          <span className={classes.name}>{name}</span>
          <span className={classes.username}>@{member.username}</span>
        </span>
      </Link>
      {children}
    </li>
  )
}

/** Someone new at the top pushes the last of one page onto the next. */
export function withoutRepeats(entries: MemberEntry[]): MemberEntry[] {
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()]
}
