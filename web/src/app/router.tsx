import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Suspense } from 'react'
import { membersOnly, only, visitorsOnly } from '#web/app/guards.ts'
import { lazyPage } from '#web/app/lazy-page.ts'
import { checkSession, useSession } from '#web/lib/session.ts'
import { FailedPage } from '#web/pages/failed-page.tsx'
import { NotFoundPage } from '#web/pages/not-found-page.tsx'
import { Snackbars } from '#web/ui/snackbar.tsx'

const beingBuilt = lazyPage(() => import('#web/pages/being-built-page.tsx'), 'BeingBuiltPage')
const Shell = lazyPage(() => import('#web/app/shell.tsx'), 'Shell')

const rootRoute = createRootRoute({
  beforeLoad: () => {
    checkSession()
  },
  component: Root,
  notFoundComponent: NotFound,
})

const visitors = createRoute({
  getParentRoute: () => rootRoute,
  id: 'visitors',
  beforeLoad: visitorsOnly,
  component: BareFrame,
})
const open = createRoute({ getParentRoute: () => rootRoute, id: 'open', component: BareFrame })
const shared = createRoute({ getParentRoute: () => rootRoute, id: 'shared', component: SharedFrame })
const members = createRoute({
  getParentRoute: () => rootRoute,
  id: 'members',
  beforeLoad: membersOnly,
  component: Shell,
})

const signIn = createRoute({
  getParentRoute: () => visitors,
  path: '/',
  component: lazyPage(() => import('#web/pages/sign-in-page.tsx'), 'SignInPage'),
})
const resetPassword = createRoute({
  getParentRoute: () => visitors,
  path: '/reset-password',
  component: lazyPage(() => import('#web/pages/reset-password-page.tsx'), 'ResetPasswordPage'),
})
const signUp = createRoute({
  getParentRoute: () => visitors,
  path: '/signup',
  component: lazyPage(() => import('#web/pages/sign-up-page.tsx'), 'SignUpPage'),
})

const mailSent = createRoute({
  getParentRoute: () => open,
  path: '/mail-sent',
  component: lazyPage(() => import('#web/pages/mail-sent-page.tsx'), 'MailSentPage'),
})
const mailValidate = createRoute({
  getParentRoute: () => open,
  path: '/mail-validate',
  component: lazyPage(() => import('#web/pages/mail-validate-page.tsx'), 'MailValidatePage'),
})
const updatePassword = createRoute({
  getParentRoute: () => open,
  path: '/update-password',
  component: lazyPage(() => import('#web/pages/update-password-page.tsx'), 'UpdatePasswordPage'),
})

const loading = createRoute({
  getParentRoute: () => open,
  path: '/loading',
  component: lazyPage(() => import('#web/pages/loading-page.tsx'), 'LoadingPage'),
})

const user = createRoute({
  getParentRoute: () => members,
  path: '/user',
  component: lazyPage(() => import('#web/pages/home-page.tsx'), 'HomePage'),
})
const settings = createRoute({
  getParentRoute: () => members,
  path: '/settings',
  component: lazyRouteComponent(() => import('#web/pages/settings-page.tsx'), 'SettingsPage'),
})
const logout = createRoute({
  getParentRoute: () => members,
  path: '/logout',
  beforeLoad: async () => {
    const { signOut } = await import('#web/features/accounts/sign-out.ts')
    await signOut()
    throw redirect({ to: '/', replace: true })
  },
})

/** Routes of the product whose screens do not stand yet. */
const openToCome = ['/post/$id']
const membersToCome = [
  '/profile/{-$tab}',
  '/u/$username',
  '/addresses',
  '/cart',
  '/marketplace',
  '/group-list',
  '/group-map',
  '/group/$groupId',
  '/group/$groupId/about',
  '/group/$groupId/history',
  '/group/$groupId/culture',
  '/group/$groupId/art',
  '/group/$groupId/diet',
  '/group/$groupId/festivals',
  '/group/$groupId/members',
  '/group/$groupId/analytics',
  '/messages/$receipientId',
  '/inbox',
  '/my-orders',
  '/my-order/$reference',
  '/received-orders',
  '/received-order/$orderId',
  '/user-analytics/$userId',
  '/admin-users',
  '/admin-submissions',
  '/reported-posts',
  '/suspended-users',
  '/system-analytics',
]

const heldPayments = createRoute({
  getParentRoute: () => members,
  path: '/held-payments',
  beforeLoad: only('ADMIN', 'SUPERADMIN'),
  component: beingBuilt,
})
const audit = createRoute({
  getParentRoute: () => members,
  path: '/audit',
  beforeLoad: only('SUPERADMIN'),
  component: beingBuilt,
})

const routeTree = rootRoute.addChildren([
  visitors.addChildren([signIn, resetPassword, signUp]),
  open.addChildren([
    mailSent,
    mailValidate,
    updatePassword,
    loading,
    ...openToCome.map((path) => createRoute({ getParentRoute: () => open, path, component: beingBuilt })),
  ]),
  shared.addChildren(
    sharedToCome.map((path) => createRoute({ getParentRoute: () => shared, path, component: beingBuilt })),
  ),
  members.addChildren([
    user,
    settings,
    logout,
    heldPayments,
    audit,
    ...membersToCome.map((path) =>
      createRoute({ getParentRoute: () => members, path, component: beingBuilt }),
    ),
  ]),
])

export const router = createRouter({
  routeTree,
  defaultErrorComponent: FailedPage,
  notFoundMode: 'root',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

function Root() {
  return (
    <>
      <Outlet />
      <Snackbars />
    </>
  )
}

function BareFrame() {
  return (
    <main id="main" tabIndex={-1}>
      <Outlet />
    </main>
  )
}

/** Open to all, yet a member should not lose the square around it. */
function SharedFrame() {
  return useSession() === null ? <BareFrame /> : <Shell />
}

function NotFound() {
  if (useSession() === null)
    return (
      <main id="main" tabIndex={-1}>
        <NotFoundPage />
      </main>
    )
  return (
    <Suspense>
      <Shell>
        <NotFoundPage />
      </Shell>
    </Suspense>
  )
}
