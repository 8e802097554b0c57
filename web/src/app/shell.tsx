import { brand } from '@rootsquare/contract/product'
import { Link, Outlet } from '@tanstack/react-router'
import LogOut from 'lucide-react/icons/log-out'
import { WovenStrip } from '#web/ui/cloth.tsx'
import { Logo } from '#web/ui/logo.tsx'
import classes from './shell.module.css'

/** What every signed-in page stands in. */
export function Shell() {
  return (
    <>
      <header className={classes.header}>
        <a className="sr-only" href="#main">
          Skip to content
        </a>
        <div className={classes.bar}>
          <Link to="/user" className={['display', classes.brand].join(' ')}>
            <Logo />
            {brand}
          </Link>
          <nav aria-label="Account">
            <Link to="/logout" className={classes.signOut}>
              <LogOut size={20} strokeWidth={1.9} aria-hidden="true" />
              Sign out
            </Link>
          </nav>
        </div>
        <div className={classes.strip}>
          <WovenStrip />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
    </>
  )
}
