import { Link } from '@tanstack/react-router'
import classes from './member-link.module.css'

/** The username in a table, as a link to the profile. */
export function MemberLink({ username, isBold = false }: { username: string; isBold?: boolean }) {
  return (
    <Link
      to="/u/$username"
      params={{ username }}
      className={`row underline-on-hover ${classes.member}`}
      data-bold={isBold || undefined}
    >
      @{username}
    </Link>
  )
}
