import { Link } from '@tanstack/react-router'
import classes from './member-link.module.css'

/** Links a username in a table to the profile. It lies above a link that covers the whole row. */
export function MemberLink({ username, isBold = false }: { username: string; isBold?: boolean }) {
  const weight = isBold ? 'semibold' : ''
  return (
    <Link
      to="/u/$username"
      params={{ username }}
      className={`flex-row positioned touch underline-on-hover ${weight} ${classes.member}`}
    >
      @{username}
    </Link>
  )
}
