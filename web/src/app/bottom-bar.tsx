import { Link } from '@tanstack/react-router'
import { groups, home, inbox, marketplace } from '#web/app/menu-links.ts'
import classes from './bottom-bar.module.css'

// The button for a new post joins them when posts can be written.
const entries = [home, groups, { ...marketplace, name: 'Market' }, inbox]

/** Phones only: where a thumb reaches. */
export function BottomBar() {
  return (
    <nav className={classes.bar} aria-label="Quick links">
      {entries.map(({ to, name, Icon }) => (
        <Link key={to} to={to} className={classes.link}>
          <Icon size={22} strokeWidth={1.9} aria-hidden="true" />
          {name}
        </Link>
      ))}
    </nav>
  )
}
