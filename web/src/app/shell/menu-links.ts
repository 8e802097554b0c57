import type { Role } from '@rootsquare/contract/lib/roles'
import { useLocation } from '@tanstack/react-router'
import Bell from 'lucide-react/icons/bell'
import Banknote from 'lucide-react/icons/banknote'
import Ban from 'lucide-react/icons/ban'
import Bookmark from 'lucide-react/icons/bookmark'
import ChartColumn from 'lucide-react/icons/chart-column'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import Flag from 'lucide-react/icons/flag'
import House from 'lucide-react/icons/house'
import Landmark from 'lucide-react/icons/landmark'
import Mail from 'lucide-react/icons/mail'
import PackageCheck from 'lucide-react/icons/package-check'
import Package from 'lucide-react/icons/package'
import ScrollText from 'lucide-react/icons/scroll-text'
import Search from 'lucide-react/icons/search'
import Settings from 'lucide-react/icons/settings'
import Scale from 'lucide-react/icons/scale'
import Shield from 'lucide-react/icons/shield'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import Store from 'lucide-react/icons/store'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import type { ComponentType } from 'react'
import { routes } from '#web/lib/navigation/route-names.ts'

type IconProps = { size: number; strokeWidth: number; 'aria-hidden': 'true' }
export type MenuLink = { to: string; name: string; Icon: ComponentType<IconProps> }

export const home: MenuLink = { to: routes.User, name: 'Home', Icon: House }
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

const adminLinks: MenuLink[] = [
  { to: '/admin-users', name: 'All Users', Icon: Shield },
  { to: '/admin-submissions', name: 'Users Submissions', Icon: ClipboardList },
  { to: '/reported-posts', name: 'Reported Posts', Icon: Flag },
  { to: '/suspended-users', name: 'Suspended Users', Icon: Ban },
  { to: '/system-analytics', name: 'System Analytics', Icon: ChartColumn },
  { to: '/admin-orders', name: 'All Orders', Icon: Package },
  { to: '/held-payments', name: 'Held payments', Icon: Banknote },
  { to: '/admin-disputes', name: 'All disputes', Icon: Scale },
  { to: '/admin-payouts', name: 'All payouts', Icon: Landmark },
]
const audit: MenuLink = { to: '/admin-audit', name: 'Audit', Icon: ScrollText }

export function staffLinks(roles: Role[]): MenuLink[] {
  if (roles.includes('SUPERADMIN')) return [...adminLinks, audit]
  return roles.includes('ADMIN') ? adminLinks : []
}

export function roleLabel(roles: Role[]): string | null {
  if (roles.includes('SUPERADMIN')) return 'SUPER ADMIN'
  return roles.includes('ADMIN') ? 'ADMIN' : null
}
