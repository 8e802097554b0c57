import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import type { RouteComponent } from '@tanstack/react-router'
import { knownTabOnly, membersOnly, only, visitorsOnly } from '#web/app/guards.ts'
import { lazyPage } from '#web/app/lazy-page.ts'
import { BareFrame, NotFound, Root, SharedFrame, Shell } from '#web/app/shell/frames.tsx'
import { routes } from '#web/lib/navigation/route-names.ts'
import { checkSession } from '#web/lib/session/session.ts'
import { FailedPage } from '#web/pages/errors/failed-page.tsx'
import type { AdminPageName } from '#web/pages/lazy/admin-pages.ts'
import type { AnalyticsPageName } from '#web/pages/lazy/analytics-pages.ts'
import type { GroupPageName } from '#web/pages/lazy/group-pages.ts'
import type { MarketPageName } from '#web/pages/lazy/market-pages.ts'
import type { MessagePageName } from '#web/pages/lazy/message-pages.ts'
import type { MemberPageName } from '#web/pages/lazy/member-pages.ts'
import type { NotificationPageName } from '#web/pages/lazy/notification-pages.ts'

const rootRoute = createRootRoute({
  beforeLoad: () => void checkSession(),
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
const admins = createRoute({
  getParentRoute: () => members,
  id: 'admins',
  beforeLoad: only('ADMIN', 'SUPERADMIN'),
  notFoundComponent: notAllowed('ForAdmins'),
})
const superAdmins = createRoute({
  getParentRoute: () => members,
  id: 'super-admins',
  beforeLoad: only('SUPERADMIN'),
  notFoundComponent: notAllowed('ForSuperAdmins'),
})
function notAllowed(name: 'ForAdmins' | 'ForSuperAdmins') {
  return lazyPage(() => import('#web/pages/errors/not-allowed-page.tsx'), name)
}

const pages = {
  signIn: lazyPage(() => import('#web/pages/entry/sign-in-page.tsx'), 'SignInPage'),
  signUp: lazyPage(() => import('#web/pages/entry/sign-up-page.tsx'), 'SignUpPage'),
  resetPassword: lazyPage(() => import('#web/pages/entry/reset-password-page.tsx'), 'ResetPasswordPage'),
  updatePassword: lazyPage(() => import('#web/pages/entry/update-password-page.tsx'), 'UpdatePasswordPage'),
  mailSent: lazyPage(() => import('#web/pages/entry/mail-sent-page.tsx'), 'MailSentPage'),
  mailValidate: lazyPage(() => import('#web/pages/entry/mail-validate-page.tsx'), 'MailValidatePage'),
  loading: lazyPage(() => import('#web/pages/entry/loading-page.tsx'), 'LoadingPage'),
  logout: lazyPage(() => import('#web/pages/entry/logout-page.tsx'), 'LogoutPage'),
  home: lazyPage(() => import('#web/pages/home/home-page.tsx'), 'HomePage'),
  post: lazyPage(() => import('#web/pages/home/post-page.tsx'), 'PostPage'),
  profile: lazyPage(() => import('#web/pages/profile/profile-page.tsx'), 'ProfilePage'),
  member: lazyPage(() => import('#web/pages/profile/member-page.tsx'), 'MemberPage'),
  settings: lazyPage(() => import('#web/pages/profile/settings-page.tsx'), 'SettingsPage'),
}

function memberPage(name: MemberPageName) {
  return lazyPage(async () => (await import('#web/pages/lazy/member-pages.ts')).memberPages[name](), 'Page')
}

function visitorRoute<Path extends string>(path: Path, component: RouteComponent) {
  return createRoute({ getParentRoute: () => visitors, path, component })
}
const visitorChildren = [
  visitorRoute('/', pages.signIn),
  visitorRoute('/reset-password', pages.resetPassword),
  visitorRoute('/signup', pages.signUp),
] as const

function openRoute<Path extends string>(path: Path, component: RouteComponent) {
  return createRoute({ getParentRoute: () => open, path, component })
}
const openChildren = [
  openRoute(routes.Mail, pages.mailSent),
  openRoute('/mail-validate', pages.mailValidate),
  openRoute('/update-password', pages.updatePassword),
  openRoute('/unsubscribe', memberPage('unsubscribe')),
  openRoute(routes.Loading, pages.loading),
] as const

const post = createRoute({
  getParentRoute: () => shared,
  path: routes.Post,
  // A comment or reply to scroll to.
  validateSearch: ({ comment }: { comment?: unknown }): { comment?: number } =>
    typeof comment === 'number' ? { comment } : {},
  component: pages.post,
})

function memberRoute<Path extends string>(path: Path, component: RouteComponent) {
  return createRoute({ getParentRoute: () => members, path, component })
}
const search = createRoute({
  getParentRoute: () => members,
  path: '/search',
  validateSearch: (asked: { q?: unknown; tab?: unknown }) => asked,
  component: memberPage('search'),
})
const user = memberRoute(routes.User, pages.home)
const welcome = memberRoute('/welcome/{-$step}', memberPage('welcome'))
const settings = memberRoute('/settings', pages.settings)
const logout = memberRoute('/logout', pages.logout)

const tag = memberRoute('/tag/$tag', memberPage('tag'))
const bookmarks = memberRoute('/bookmarks', memberPage('bookmarks'))

function analyticsPage(name: AnalyticsPageName) {
  return lazyPage(
    async () => (await import('#web/pages/lazy/analytics-pages.ts')).analyticsPages[name](),
    'Page',
  )
}
const userAnalytics = memberRoute(routes.UserAnalytics, analyticsPage('user'))
function adminPage(name: AdminPageName) {
  return lazyPage(async () => (await import('#web/pages/lazy/admin-pages.ts')).adminPages[name](), 'Page')
}
function withTable(page: AdminPageName) {
  // The table of the page reads the parameters that it knows.
  return { validateSearch: (search: Record<string, unknown>) => search, component: adminPage(page) }
}
function adminRoute<Path extends string>(path: Path, page: AdminPageName) {
  return createRoute({ getParentRoute: () => admins, path, ...withTable(page) })
}
const reports = createRoute({
  getParentRoute: () => members,
  path: '/reported-posts',
  ...withTable('reports'),
})
const adminChildren = [
  adminRoute('/admin-users', 'users'),
  adminRoute('/admin-submissions', 'submissions'),
  adminRoute('/suspended-users', 'suspended'),
  createRoute({
    getParentRoute: () => admins,
    path: '/system-analytics',
    component: analyticsPage('system'),
  }),
  adminRoute('/held-payments', 'held'),
] as const

function messagePage(name: MessagePageName) {
  return lazyPage(async () => (await import('#web/pages/lazy/message-pages.ts')).messagePages[name](), 'Page')
}
const inbox = memberRoute('/inbox', messagePage('inbox'))
const thread = memberRoute(routes.MessagePage, messagePage('thread'))

function notificationPage(name: NotificationPageName) {
  return lazyPage(
    async () => (await import('#web/pages/lazy/notification-pages.ts')).notificationPages[name](),
    'Page',
  )
}
const notifications = createRoute({
  getParentRoute: () => members,
  path: '/notifications',
  validateSearch: ({ show }: { show?: unknown }): { show?: 'mentions' | 'orders' | undefined } =>
    show === 'mentions' || show === 'orders' ? { show } : {},
  component: notificationPage('list'),
})
const notificationSettings = memberRoute('/settings/notifications', notificationPage('settings'))

function marketPage(name: MarketPageName) {
  return lazyPage(async () => (await import('#web/pages/lazy/market-pages.ts')).marketPages[name](), 'Page')
}
// Each page reads the parameters that it knows.
const marketChildren = [
  memberRoute('/marketplace', marketPage('market')),
  memberRoute('/cart', marketPage('cart')),
  memberRoute('/addresses', marketPage('addresses')),
  memberRoute('/my-orders', marketPage('orders')),
  memberRoute(routes.OrderDetails, marketPage('order')),
  memberRoute('/received-orders', marketPage('receivedOrders')),
  memberRoute('/received-order/$orderId', marketPage('receivedOrder')),
] as const

function groupPage(name: GroupPageName) {
  return lazyPage(async () => (await import('#web/pages/lazy/group-pages.ts')).groupPages[name](), 'Page')
}
type GroupListSearch = { tab?: string; q?: string; sort?: 'members' | 'active' }
const groupList = createRoute({
  getParentRoute: () => members,
  path: '/group-list',
  validateSearch: ({ tab, q, sort }: GroupListSearch): GroupListSearch => ({
    ...(typeof tab === 'string' && { tab }),
    ...(typeof q === 'string' && { q }),
    ...((sort === 'members' || sort === 'active') && { sort }),
  }),
  component: groupPage('list'),
})
const groupMap = createRoute({
  getParentRoute: () => members,
  path: '/group-map',
  // The page reads the parameters that it knows and ignores others.
  validateSearch: (search: { state?: unknown; view?: unknown }) => search,
  component: groupPage('map'),
})
const group = createRoute({
  getParentRoute: () => members,
  path: '/group/$groupId',
  validateSearch: (search: { tab?: unknown }) => search,
  component: groupPage('frame'),
})
function groupRoute<Path extends string>(path: Path, page: GroupPageName) {
  return createRoute({ getParentRoute: () => group, path, component: groupPage(page) })
}
const groupChildren = [
  groupRoute('/', 'feed'),
  groupRoute('about', 'section'),
  groupRoute('history', 'section'),
  groupRoute('culture', 'section'),
  groupRoute('art', 'section'),
  groupRoute('diet', 'section'),
  groupRoute('festivals', 'section'),
  groupRoute('members', 'members'),
  groupRoute('proposals', 'proposals'),
  groupRoute('analytics', 'analytics'),
] as const

const profile = createRoute({
  getParentRoute: () => members,
  path: routes.UserProfile,
  beforeLoad: knownTabOnly,
  component: pages.profile,
})
const member = createRoute({
  getParentRoute: () => members,
  path: '/u/$username',
  validateSearch: ({ tab }: { tab?: unknown }): { tab?: string } => (typeof tab === 'string' ? { tab } : {}),
  component: pages.member,
})
const audit = createRoute({ getParentRoute: () => superAdmins, path: '/admin-audit', ...withTable('audit') })

const routeTree = rootRoute.addChildren([
  visitors.addChildren(visitorChildren),
  open.addChildren(openChildren),
  shared.addChildren([post]),
  members.addChildren([
    user,
    welcome,
    tag,
    bookmarks,
    search,
    profile,
    member,
    groupList,
    groupMap,
    group.addChildren(groupChildren),
    inbox,
    thread,
    notifications,
    settings,
    notificationSettings,
    logout,
    ...marketChildren,
    reports,
    admins.addChildren(adminChildren),
    superAdmins.addChildren([audit]),
    userAnalytics,
  ]),
])

export function createAppRouter() {
  return createRouter({
    routeTree,
    defaultErrorComponent: FailedPage,
    notFoundMode: 'root',
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
