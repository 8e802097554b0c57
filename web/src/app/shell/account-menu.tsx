import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Keyboard from 'lucide-react/icons/keyboard'
import LogOut from 'lucide-react/icons/log-out'
import { lazy, Suspense } from 'react'
import { useCartCount, useInboxUnread } from '#web/app/shell/link-counts.ts'
import { cart, inbox, memberLinks, roleLabel, staffLinks } from '#web/app/shell/menu-links.ts'
import type { MenuLink, StaffLink } from '#web/app/shell/menu-links.ts'
import { profileOf } from '#web/entities/members/members-api.ts'
import type { Session } from '#web/lib/session/session.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { lazyExtra } from '#web/ui/layout/lazy-extra.ts'
import classes from './account-menu.module.css'

type AccountMenuProps = {
  session: Session
  /** Whether the menu is a history entry, which a link must replace. */
  isLayer: boolean
  onLeave: () => void
  onShortcuts: () => void
}

/** Loads the icons of staff entries, which members do not need. If that fails, the link shows only its name. */
const StaffEntry = lazy(async () => ({
  default: await import('#web/app/shell/staff-menu.tsx').then(
    (loaded) => loaded.StaffEntry,
    () => NameAlone,
  ),
}))

function NameAlone({ name }: StaffLink) {
  return <span className={classes.withoutIcon}>{name}</span>
}

const ThemeChoice = lazyExtra(async () => (await import('#web/ui/controls/theme-choice.tsx')).ThemeChoice)

/** The content of both the navbar's menu and the drawer. */
export function AccountMenu({ session, isLayer, onLeave, onShortcuts }: AccountMenuProps) {
  const staff = staffLinks(session.roles)
  const rows = { isLayer, onLeave }
  return (
    <div className={`${classes.menu} display-flex column min-height-0`}>
      <div className={classes.scroller}>
        <Member session={session} />
        <nav aria-label="Menu">
          <LinkList links={memberLinks} {...rows} />
          {staff.length > 0 && (
            <>
              <h2 className={`text-xs muted ${classes.heading}`}>Staff</h2>
              <LinkList links={staff} {...rows} />
            </>
          )}
        </nav>
        <div className={classes.choices}>
          <Suspense>
            <ThemeChoice />
          </Suspense>
        </div>
        <button
          type="button"
          className={`flex-row plain-control ${classes.row} inner-ring hover-mark needs-keyboard`}
          onClick={onShortcuts}
        >
          <Icon of={Keyboard} />
          Keyboard shortcuts
        </button>
      </div>
      <div className={`${classes.foot} rigid line-above`}>
        <Link
          to="/logout"
          replace={isLayer}
          preload={false}
          className={`flex-row ${classes.row} inner-ring hover-mark`}
          onClick={onLeave}
        >
          <Icon of={LogOut} />
          Sign out
        </Link>
      </div>
    </div>
  )
}

function Member({ session }: { session: Session }) {
  const { data: profile } = useQuery(profileOf(session.userId))
  const label = roleLabel(session.roles)
  const name = profile && `${profile.firstname} ${profile.lastname}`
  return (
    <div className={`flex-row ${classes.member} gap-s min-height-72 line-below`}>
      <Avatar name={name ?? ''} image={profile?.profileImage ?? null} size={48} />
      <div className="grow breakable">
        <p className="text-m bold">{name ?? 'Your account'}</p>
        {/* The line is there from the start, so that no entry below moves under the pointer. */}
        <p className="text-xs muted">{profile ? `@${profile.username}` : '\u00A0'}</p>
        {label !== null && <p className={classes.role}>{label}</p>}
      </div>
    </div>
  )
}

type LinkListProps = Pick<AccountMenuProps, 'isLayer' | 'onLeave'> & {
  links: (MenuLink | StaffLink)[]
}

function LinkList({ links, isLayer, onLeave }: LinkListProps) {
  const counts: Record<string, { count: number; label: string }> = {
    [inbox.to]: useInboxUnread(),
    [cart.to]: useCartCount(),
  }
  return (
    <ul>
      {links.map((link) => (
        <li key={link.to}>
          <Link
            to={link.to}
            replace={isLayer}
            className={`flex-row ${classes.row} inner-ring hover-mark`}
            onClick={(event) => {
              // A link to the current page closes the menu, without a second history entry.
              if (event.currentTarget.ariaCurrent === 'page') event.preventDefault()
              onLeave()
            }}
          >
            {'icon' in link ? (
              <>
                <Icon of={link.icon} />
                <LinkName name={link.name} known={counts[link.to]} />
              </>
            ) : (
              <Suspense fallback={<NameAlone {...link} />}>
                <StaffEntry {...link} />
              </Suspense>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function LinkName({ name, known }: { name: string; known: { count: number; label: string } | undefined }) {
  if (!known?.count) return name
  return (
    <>
      <span aria-hidden="true">{name}</span>
      <Badge count={known.count} />
      <span className="sr-only">{known.label}</span>
    </>
  )
}
