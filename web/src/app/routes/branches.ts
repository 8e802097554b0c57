import { createRootRoute, createRoute, type RouteComponent } from '@tanstack/react-router'
import { requireMember, requireRole, requireVisitor } from '#web/app/guards.ts'
import { lazyPages } from '#web/app/lazy-page.ts'
import { BareFrame, NotFound, Root, SharedFrame, Shell } from '#web/app/shell/frames.tsx'
import { checkSession } from '#web/lib/session/session.ts'

export const adminPage = lazyPages(async () => (await import('#web/pages/lazy/admin-pages.ts')).adminPages)

export const rootRoute = createRootRoute({
  beforeLoad: () => void checkSession(),
  component: Root,
  notFoundComponent: NotFound,
})

export const visitors = createRoute({
  getParentRoute: () => rootRoute,
  id: 'visitors',
  beforeLoad: requireVisitor,
  component: BareFrame,
})
export const open = createRoute({ getParentRoute: () => rootRoute, id: 'open', component: BareFrame })
export const shared = createRoute({ getParentRoute: () => rootRoute, id: 'shared', component: SharedFrame })
export const members = createRoute({
  getParentRoute: () => rootRoute,
  id: 'members',
  beforeLoad: requireMember,
  component: Shell,
})
export const admins = createRoute({
  getParentRoute: () => members,
  id: 'admins',
  beforeLoad: requireRole('ADMIN', 'SUPERADMIN'),
  notFoundComponent: adminPage('forAdmins'),
})
export const superAdmins = createRoute({
  getParentRoute: () => members,
  id: 'super-admins',
  beforeLoad: requireRole('SUPERADMIN'),
  notFoundComponent: adminPage('forSuperAdmins'),
})

export function memberRoute<Path extends string>(path: Path, component: RouteComponent) {
  return createRoute({ getParentRoute: () => members, path, component })
}
