import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { membersOnly, visitorsOnly } from '#web/app/guards.ts'
import { checkSession } from '#web/lib/session.ts'
import { FailedPage } from '#web/pages/failed-page.tsx'
import { NotFoundPage } from '#web/pages/not-found-page.tsx'
import { Snackbars } from '#web/ui/snackbar.tsx'

const beingBuilt = lazyRouteComponent(() => import('#web/pages/being-built-page.tsx'), 'BeingBuiltPage')

const rootRoute = createRootRoute({
  beforeLoad: () => {
    checkSession()
  },
  component: Root,
})

const visitors = createRoute({
  getParentRoute: () => rootRoute,
  id: 'visitors',
  beforeLoad: visitorsOnly,
  component: BareFrame,
})
const open = createRoute({ getParentRoute: () => rootRoute, id: 'open', component: BareFrame })
const members = createRoute({
  getParentRoute: () => rootRoute,
  id: 'members',
  beforeLoad: membersOnly,
  component: lazyRouteComponent(() => import('#web/app/shell.tsx'), 'Shell'),
})

const signIn = createRoute({
  getParentRoute: () => visitors,
  path: '/',
  component: lazyRouteComponent(() => import('#web/pages/sign-in-page.tsx'), 'SignInPage'),
})
const resetPassword = createRoute({
  getParentRoute: () => visitors,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('#web/pages/reset-password-page.tsx'), 'ResetPasswordPage'),
})
const signUp = createRoute({
  getParentRoute: () => visitors,
  path: '/signup',
  component: lazyRouteComponent(() => import('#web/pages/sign-up-page.tsx'), 'SignUpPage'),
})

const mailSent = createRoute({
  getParentRoute: () => open,
  path: '/mail-sent',
  component: lazyRouteComponent(() => import('#web/pages/mail-sent-page.tsx'), 'MailSentPage'),
})
const mailValidate = createRoute({
  getParentRoute: () => open,
  path: '/mail-validate',
  component: lazyRouteComponent(() => import('#web/pages/mail-validate-page.tsx'), 'MailValidatePage'),
})
const updatePassword = createRoute({
  getParentRoute: () => open,
  path: '/update-password',
  component: lazyRouteComponent(() => import('#web/pages/update-password-page.tsx'), 'UpdatePasswordPage'),
})

const loading = createRoute({
  getParentRoute: () => open,
  path: '/loading',
  component: lazyRouteComponent(() => import('#web/pages/loading-page.tsx'), 'LoadingPage'),
})

const user = createRoute({
  getParentRoute: () => members,
  path: '/user',
  component: lazyRouteComponent(() => import('#web/pages/home-page.tsx'), 'HomePage'),
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
  '/settings',
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

const routeTree = rootRoute.addChildren([
  visitors.addChildren([signIn, resetPassword, signUp]),
  open.addChildren([
    mailSent,
    mailValidate,
    updatePassword,
    loading,
    ...openToCome.map((path) => createRoute({ getParentRoute: () => open, path, component: beingBuilt })),
  ]),
  members.addChildren([
    user,
    logout,
    ...membersToCome.map((path) =>
      createRoute({ getParentRoute: () => members, path, component: beingBuilt }),
    ),
  ]),
])

export const router = createRouter({
  routeTree,
  defaultErrorComponent: FailedPage,
  defaultNotFoundComponent: NotFoundPage,
  notFoundMode: 'root',
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
    <main>
      <Outlet />
    </main>
  )
}
