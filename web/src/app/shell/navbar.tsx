import { brand } from '@rootsquare/contract/product'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import MenuIcon from 'lucide-react/icons/menu'
import { useRef, useState, type MouseEvent } from 'react'
import { AccountMenu } from '#web/app/shell/account-menu.tsx'
import { NotificationBell } from '#web/app/shell/notification-bell.tsx'
import { useCartCount, useInboxUnread, useNotificationCount } from '#web/app/shell/link-counts.ts'
import {
  cart,
  groups,
  homeLink,
  inbox,
  marketplace,
  notifications,
  search,
  useIsInGroups,
} from '#web/app/shell/menu-links.ts'
import type { MenuLink } from '#web/app/shell/menu-links.ts'
import { profileOf } from '#web/entities/members/members-api.ts'
import { refreshHome } from '#web/lib/session/refresh-home.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import type { Session } from '#web/lib/session/session.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { WovenStrip } from '#web/ui/layout/cloth.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { Logo } from '#web/ui/layout/logo.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import classes from './navbar.module.css'

type NavbarProps = {
  session: Session
  onDrawer: () => void
  onShortcuts: () => void
}

export function Navbar({ session, onDrawer, onShortcuts }: NavbarProps) {
  return (
    <header className={classes.header}>
      <a className="sr-only" href="#main" onClick={skip}>
        Skip to content
      </a>
      <div className={`flex-row ${classes.bar} gap-xs auto-margins`}>
        <button
          type="button"
          className={`plain-control ${classes.icon} ${classes.phone}`}
          aria-label="Menu"
          onClick={onDrawer}
        >
          <Icon of={MenuIcon} />
        </button>
        <Link
          to={routes.User}
          className={`display-text flex-row ${classes.brand} gap-s touch ink text-xl`}
          onClick={refreshHome}
        >
          <Logo />
          {brand}
        </Link>
        <MainLinks />
        <IconLinks />
        <ProfileLink session={session} />
        <MemberMenu session={session} onShortcuts={onShortcuts} />
      </div>
      <div className={classes.strip}>
        <WovenStrip />
      </div>
    </header>
  )
}

function MemberMenu({ session, onShortcuts }: Pick<NavbarProps, 'session' | 'onShortcuts'>) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  // The focus must move before the panel is removed, since it may be inside it.
  function close(): void {
    button.current?.focus()
    setOpen(false)
  }

  return (
    <Menu
      label="Menu"
      icon={<Icon of={MenuIcon} />}
      isOpen={isOpen}
      onChange={setOpen}
      button={button}
      className={classes.wide}
    >
      <AccountMenu
        session={session}
        isLayer={false}
        onLeave={close}
        onShortcuts={() => {
          close()
          onShortcuts()
        }}
      />
    </Menu>
  )
}

/** Opens the menu without navigation, because a link would add an entry to the history. */
function skip(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

function MainLinks() {
  const isInGroups = useIsInGroups()
  return (
    <nav aria-label="Main" className={`flex-row gap-2xs ${classes.links} ${classes.wide}`}>
      {[homeLink, groups, marketplace].map(({ to, name, icon }) => (
        <Link
          key={to}
          to={to}
          className={`flex-row ${classes.link} pad-x-s full-radius muted semibold`}
          aria-current={to === groups.to ? isInGroups : undefined}
          onClick={to === homeLink.to ? refreshHome : undefined}
        >
          <Icon of={icon} />
          {name}
        </Link>
      ))}
    </nav>
  )
}

/** On a phone the bar at the bottom has the inbox, and the notifications are a page. */
function IconLinks() {
  return (
    <>
      <SearchLink />
      <IconLink link={inbox} {...useInboxUnread()} className={classes.wide} />
      <NotificationBell className={classes.wide} />
      <IconLink link={notifications} {...useNotificationCount()} className={classes.phone} />
      <IconLink link={cart} {...useCartCount()} />
    </>
  )
}

/** The page moves the focus to its field. */
function SearchLink() {
  return (
    <Link to={search.to} state={{ keepsFocus: true }} className={classes.icon} aria-label={search.name}>
      <Icon of={search.icon} />
    </Link>
  )
}

type IconLinkProps = { link: MenuLink; count: number; label: string; className?: string | undefined }

function IconLink({ link: { to, icon }, count, label, className = '' }: IconLinkProps) {
  return (
    <Link to={to} className={`${classes.icon} ${className}`}>
      <Icon of={icon} />
      <Badge count={count} isOnIcon />
      <span className="sr-only">{label}</span>
    </Link>
  )
}

function ProfileLink({ session }: { session: Session }) {
  const { data: profile } = useQuery(profileOf(session.userId))
  const name = profile === undefined ? '' : `${profile.firstname} ${profile.lastname}`
  return (
    <Link to={routes.UserProfile} className={`${classes.icon} ${classes.wide}`} aria-label="Your profile">
      <Avatar name={name} image={profile?.profileImage ?? null} size={36} />
    </Link>
  )
}
