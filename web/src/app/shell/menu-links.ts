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
import { routes } from '#web/lib/navigation/route-names.ts'
import type { Glyph } from '#web/ui/layout/icon.tsx'

export type MenuLink = { to: string; name: string; icon: Glyph }
export type StaffLink = Omit<MenuLink, 'icon'>

export const homeLink: MenuLink = { to: routes.User, name: 'Home', icon: House }
export const groups: MenuLink = { to: '/group-list', name: 'Groups', icon: Users }
export const marketplace: MenuLink = { to: '/marketplace', name: 'Marketplace', icon: Store }
export const search: MenuLink = { to: '/search', name: 'Search', icon: Search }
export const inbox: MenuLink = { to: '/inbox', name: 'Inbox', icon: Mail }
export const notifications: MenuLink = { to: '/notifications', name: 'Notifications', icon: Bell }
export const cart: MenuLink = { to: '/cart', name: 'Cart', icon: ShoppingCart }

/** The link to the groups is current on all their pages, whose addresses differ. */
export function useIsInGroups(): true | undefined {
  return useLocation({ select: ({ pathname }) => pathname.startsWith('/group') || undefined })
}

export const memberLinks: MenuLink[] = [
  { to: routes.UserProfile, name: 'Profile', icon: UserRound },
  groups,
  marketplace,
  inbox,
  { to: '/bookmarks', name: 'Bookmarks', icon: Bookmark },
  cart,
  { to: '/my-orders', name: 'My Orders', icon: Package },
  { to: '/received-orders', name: 'Received Orders', icon: PackageCheck },
  { to: '/payouts', name: 'Payouts', icon: Banknote },
  { to: '/settings', name: 'Settings', icon: Settings },
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
