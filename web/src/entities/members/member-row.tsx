import { Link } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'
import { nameOf } from '#web/lib/format/names.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import classes from './member-row.module.css'

type Member = { username: string; firstname: string; lastname: string; profileImage: string | null }

type MemberRowProps = {
  member: Member
  /** Below the names. */
  mark?: ReactNode
  isInDialog?: boolean
  ref?: Ref<HTMLLIElement>
  children: ReactNode
}

/** A member in a list, with a link to their page. */
export function MemberRow({ member, mark, isInDialog = false, ref, children }: MemberRowProps) {
  const { username, profileImage } = member
  const name = nameOf(member)
  return (
    <li ref={ref} className={classes.row}>
      <Link to="/u/$username" params={{ username }} replace={isInDialog} className={classes.who}>
        <Avatar name={name} image={profileImage} size={44} />
        <span className={classes.names}>
          <span className={classes.name}>{name}</span>
          <span className={classes.username}>@{username}</span>
          {mark}
        </span>
      </Link>
      {children}
    </li>
  )
}
