import { createRouter } from '@tanstack/react-router'
import { admins, members, open, rootRoute, shared, superAdmins, visitors } from '#web/app/routes/branches.ts'
import { memberEntryRoutes, openRoutes, visitorRoutes } from '#web/app/routes/entry-routes.ts'
import { groupRoutes } from '#web/app/routes/group-routes.ts'
import { marketRoutes, memberRoutes, postRoute } from '#web/app/routes/member-routes.ts'
import { adminRoutes, reportsRoute, superAdminRoutes } from '#web/app/routes/staff-routes.ts'
import { parseSearch, stringifySearch } from '#web/lib/navigation/search-parser.ts'
import { FailedPage } from '#web/pages/errors/failed-page.tsx'

const routeTree = rootRoute.addChildren([
  visitors.addChildren(visitorRoutes),
  open.addChildren(openRoutes),
  shared.addChildren([postRoute]),
  members.addChildren([
    ...memberRoutes,
    ...memberEntryRoutes,
    ...groupRoutes,
    ...marketRoutes,
    reportsRoute,
    admins.addChildren(adminRoutes),
    superAdmins.addChildren(superAdminRoutes),
  ]),
])

export function createAppRouter() {
  return createRouter({
    routeTree,
    defaultErrorComponent: FailedPage,
    notFoundMode: 'root',
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
