import { createRoute, type RouteComponent } from '@tanstack/react-router'
import { lazyPage, lazyPages } from '#web/app/lazy-page.ts'
import { loadSignInExtras } from '#web/features/accounts/sign-in/extras.ts'
import { memberRoute, open, visitors } from '#web/app/routes/branches.ts'
import { routes } from '#web/lib/navigation/route-names.ts'

const entryPage = lazyPages(async () => (await import('#web/pages/lazy/entry-pages.ts')).entryPages)
const signInPage = lazyPage(() => import('#web/pages/entry/sign-in-page.tsx'), 'SignInPage')
const loadingPage = lazyPage(() => import('#web/pages/entry/loading-page.tsx'), 'LoadingPage')

function visitorRoute<Path extends string>(path: Path, component: RouteComponent) {
  return createRoute({ getParentRoute: () => visitors, path, component })
}
const signIn = createRoute({
  getParentRoute: () => visitors,
  path: '/',
  loader: loadSignInExtras,
  component: signInPage,
})

export const visitorRoutes = [
  signIn,
  visitorRoute('/reset-password', entryPage('resetPassword')),
  visitorRoute('/signup', entryPage('signUp')),
] as const

function openRoute<Path extends string>(path: Path, component: RouteComponent) {
  return createRoute({ getParentRoute: () => open, path, component })
}
export const openRoutes = [
  openRoute(routes.Mail, entryPage('mailSent')),
  openRoute('/mail-validate', entryPage('mailValidate')),
  openRoute('/update-password', entryPage('updatePassword')),
  openRoute('/unsubscribe', entryPage('unsubscribe')),
  openRoute(routes.Loading, loadingPage),
] as const

export const memberEntryRoutes = [
  memberRoute('/welcome/{-$step}', entryPage('welcome')),
  memberRoute('/logout', entryPage('logout')),
] as const
