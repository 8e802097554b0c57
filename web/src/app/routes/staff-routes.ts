import { createRoute } from '@tanstack/react-router'
import { adminPage, admins, members, superAdmins } from '#web/app/routes/branches.ts'

type AdminPageName = Parameters<typeof adminPage>[0]

function withTable(page: AdminPageName) {
  // The table of the page reads the parameters that it knows.
  return { validateSearch: (search: Record<string, unknown>) => search, component: adminPage(page) }
}
function adminRoute<Path extends string>(path: Path, page: AdminPageName) {
  return createRoute({ getParentRoute: () => admins, path, ...withTable(page) })
}
export const reportsRoute = createRoute({
  getParentRoute: () => members,
  path: '/reported-posts',
  ...withTable('reports'),
  // The page starts with pending submissions, and its address says so.
  validateSearch: (search: Record<string, unknown>): Record<string, unknown> => ({
    state: 'open',
    ...search,
  }),
})
export const adminRoutes = [
  adminRoute('/admin-users', 'users'),
  adminRoute('/admin-submissions', 'submissions'),
  adminRoute('/suspended-users', 'suspended'),
  createRoute({
    getParentRoute: () => admins,
    path: '/system-analytics',
    component: adminPage('analytics'),
  }),
  adminRoute('/admin-orders', 'orders'),
  adminRoute('/admin-orders/$orderId', 'order'),
  adminRoute('/named-groups', 'named'),
  adminRoute('/held-payments', 'held'),
  adminRoute('/admin-disputes', 'disputes'),
  adminRoute('/admin-payouts', 'payouts'),
] as const

export const superAdminRoutes = [
  createRoute({ getParentRoute: () => superAdmins, path: '/admin-audit', ...withTable('audit') }),
] as const
