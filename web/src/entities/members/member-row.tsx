import { Link } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'
import { nameOf } from '#web/lib/format/names.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import classes from './member-row.module.css'

type Member = { username: string; firstname: string; lastname: string; profileImage: string | null }

type MemberRowProps = {
  member: Member
  /** Shown below the names. */
  mark?: ReactNode
  isInDialog?: boolean
  ref?: Ref<HTMLLIElement>
  children: ReactNode
}

/** Shows a member in a list, with a link to their page. */
export function MemberRow({ member, mark, isInDialog = false, ref, children }: MemberRowProps) {
  const { username, profileImage } = member
  const name = nameOf(member)
  return (
    <li ref={ref} className={`divided flex-row ${classes.row}`}>
      <Link
        to="/u/$username"
        params={{ username }}
        replace={isInDialog}
        className={`flex-row grow hover-mark ${classes.link} gap-s radius-m`}
      >
        <Avatar name={name} image={profileImage} size={44} />
        <span className="breakable display-grid justify-start">
          <span className="strong">{name}</span>
          <span className="text-xs muted">@{username}</span>
          {mark}
        </span>
      </Link>
      {children}
    </li>
  )
}
