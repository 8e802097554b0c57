import { Link, useNavigate } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { groups, home, inbox, marketplace } from '#web/app/menu-links.ts'
import type { MenuLink } from '#web/app/menu-links.ts'
import { focusComposer } from '#web/features/posts/composer-focus.ts'
import { homeAgain } from '#web/lib/home-again.ts'
import { routes } from '#web/lib/route-names.ts'
import classes from './bottom-bar.module.css'

/** Phones only: where a thumb reaches. */
export function BottomBar() {
  const navigate = useNavigate()

  function write(): void {
    focusComposer()
    void navigate({ to: routes.User })
  }

  return (
    <nav className={classes.bar} aria-label="Quick links">
      <BarLink link={home} />
      <BarLink link={groups} />
      <button type="button" className={classes.write} aria-label="New post" onClick={write}>
        <span className={classes.plus}>
          <Plus size={22} strokeWidth={1.9} aria-hidden="true" />
        </span>
      </button>
      <BarLink link={{ ...marketplace, name: 'Market' }} />
      <BarLink link={inbox} />
    </nav>
  )
}

function BarLink({ link: { to, name, Icon } }: { link: MenuLink }) {
  return (
    <Link to={to} className={classes.link} onClick={to === home.to ? homeAgain : undefined}>
      <Icon size={22} strokeWidth={1.9} aria-hidden="true" />
      {name}
    </Link>
  )
}
