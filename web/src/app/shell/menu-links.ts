import type { Role } from '@rootsquare/contract/lib/roles'
import { useLocation } from '@tanstack/react-router'
import Bell from 'lucide-react/icons/bell'
import Banknote from 'lucide-react/icons/banknote'
import Bookmark from 'lucide-react/icons/bookmark'
import House from 'lucide-react/icons/house'
import Mail from 'lucide-react/icons/mail'
import PackageCheck from 'lucide-react/icons/package-check'
import Package from 'lucide-react/icons/package'
import Search from 'lucide-react/icons/search'
import Settings from 'lucide-react/icons/settings'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import Store from 'lucide-react/icons/store'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import type { ComponentType } from 'react'
import { routes } from '#web/lib/navigation/route-names.ts'

type IconProps = { size: number; strokeWidth: number; 'aria-hidden': 'true' }
export type MenuIcon = ComponentType<IconProps>
export type MenuLink = { to: string; name: string; Icon: MenuIcon }
export type StaffLink = Omit<MenuLink, 'Icon'>

export const homeLink: MenuLink = { to: routes.User, name: 'Home', Icon: House }
export const groups: MenuLink = { to: '/group-list', name: 'Groups', Icon: Users }
export const marketplace: MenuLink = { to: '/marketplace', name: 'Marketplace', Icon: Store }
export const search: MenuLink = { to: '/search', name: 'Search', Icon: Search }
export const inbox: MenuLink = { to: '/inbox', name: 'Inbox', Icon: Mail }
export const notifications: MenuLink = { to: '/notifications', name: 'Notifications', Icon: Bell }
export const cart: MenuLink = { to: '/cart', name: 'Cart', Icon: ShoppingCart }

/** The link to the groups is current on all their pages, whose addresses differ. */
export function useIsInGroups(): true | undefined {
  return useLocation({ select: ({ pathname }) => pathname.startsWith('/group') || undefined })
}

export const memberLinks: MenuLink[] = [
  { to: routes.UserProfile, name: 'Profile', Icon: UserRound },
  groups,
  marketplace,
  inbox,
  { to: '/bookmarks', name: 'Bookmarks', Icon: Bookmark },
  cart,
  { to: '/my-orders', name: 'My Orders', Icon: Package },
  { to: '/received-orders', name: 'Received Orders', Icon: PackageCheck },
  { to: '/payouts', name: 'Payouts', Icon: Banknote },
  { to: '/settings', name: 'Settings', Icon: Settings },
]

/** Their icons are in the code that staff load. */
const adminLinks: StaffLink[] = [
  { to: '/admin-users', name: 'All Users' },
  { to: '/admin-submissions', name: 'Users Submissions' },
  { to: '/reported-posts', name: 'Reported Posts' },
  { to: '/suspended-users', name: 'Suspended Users' },
  { to: '/system-analytics', name: 'System Analytics' },
  { to: '/named-groups', name: 'Groups to add' },
  { to: '/admin-orders', name: 'All Orders' },
  { to: '/held-payments', name: 'Held payments' },
  { to: '/admin-disputes', name: 'All disputes' },
  { to: '/admin-payouts', name: 'All payouts' },
]
const audit: StaffLink = { to: '/admin-audit', name: 'Audit' }

export function staffLinks(roles: Role[]): StaffLink[] {
  if (roles.includes('SUPERADMIN')) return [...adminLinks, audit]
  return roles.includes('ADMIN') ? adminLinks : []
}

export function roleLabel(roles: Role[]): string | null {
  if (roles.includes('SUPERADMIN')) return 'SUPER ADMIN'
  return roles.includes('ADMIN') ? 'ADMIN' : null
}
