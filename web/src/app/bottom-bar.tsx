import { Link } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { groups, home, inbox, marketplace } from '#web/app/menu-links.ts'
import type { Counts } from '#web/app/navbar.tsx'
import { countedName } from '#web/lib/counted-name.ts'
import { routes } from '#web/lib/route-names.ts'
import { Badge } from '#web/ui/badge.tsx'
import classes from './bottom-bar.module.css'

const icon = { size: 22, strokeWidth: 1.9, 'aria-hidden': 'true' } as const

/** Phones only: where a thumb reaches. */
export function BottomBar({ counts }: { counts: Counts }) {
  return (
    <nav className={classes.bar} aria-label="Quick links">
      <Link to={home.to} className={classes.link}>
        <home.Icon {...icon} />
        Home
      </Link>
      <Link to={groups.to} className={classes.link}>
        <groups.Icon {...icon} />
        Groups
      </Link>
      <Link to={routes.User} className={classes.link} aria-label="New post" aria-current={undefined}>
        <span className={classes.plus}>
          <Plus {...icon} />
        </span>
      </Link>
      <Link to={marketplace.to} className={classes.link}>
        <marketplace.Icon {...icon} />
        Market
      </Link>
      <Link to={inbox.to} className={classes.link} aria-label={countedName('Inbox', counts.unread, 'unread')}>
        <span className={classes.badged}>
          <inbox.Icon {...icon} />
          <Badge count={counts.unread} />
        </span>
        Inbox
      </Link>
    </nav>
  )
}
