import { createRoute } from '@tanstack/react-router'
import { knownTabOnly } from '#web/app/guards.ts'
import { lazyPage, lazyPages } from '#web/app/lazy-page.ts'
import { memberRoute, members, shared } from '#web/app/routes/branches.ts'
import { routes } from '#web/lib/navigation/route-names.ts'

const homePage = lazyPage(() => import('#web/pages/home/home-page.tsx'), 'HomePage')
const postPage = lazyPage(() => import('#web/pages/home/post-page.tsx'), 'PostPage')
const memberPage = lazyPages(async () => (await import('#web/pages/lazy/member-pages.ts')).memberPages)
const messagePage = lazyPages(async () => (await import('#web/pages/lazy/message-pages.ts')).messagePages)
const notificationPage = lazyPages(
  async () => (await import('#web/pages/lazy/notification-pages.ts')).notificationPages,
)

export const postRoute = createRoute({
  getParentRoute: () => shared,
  path: routes.Post,
  // A comment or reply to scroll to.
  validateSearch: ({ comment }: { comment?: unknown }): { comment?: number } =>
    typeof comment === 'number' ? { comment } : {},
  component: postPage,
})

const search = createRoute({
  getParentRoute: () => members,
  path: '/search',
  validateSearch: (asked: { q?: unknown; tab?: unknown }) => asked,
  component: memberPage('search'),
})
const notifications = createRoute({
  getParentRoute: () => members,
  path: '/notifications',
  validateSearch: ({ show }: { show?: unknown }): { show?: 'mentions' | 'orders' | undefined } =>
    show === 'mentions' || show === 'orders' ? { show } : {},
  component: notificationPage('list'),
})
const profile = createRoute({
  getParentRoute: () => members,
  path: routes.UserProfile,
  beforeLoad: knownTabOnly,
  component: memberPage('profile'),
})
const member = createRoute({
  getParentRoute: () => members,
  path: '/u/$username',
  validateSearch: ({ tab }: { tab?: unknown }): { tab?: string } => (typeof tab === 'string' ? { tab } : {}),
  component: memberPage('member'),
})

export const memberRoutes = [
  memberRoute(routes.User, homePage),
  search,
  profile,
  member,
  notifications,
  memberRoute('/settings', memberPage('settings')),
  memberRoute('/settings/notifications', notificationPage('settings')),
  memberRoute('/tag/$tag', memberPage('tag')),
  memberRoute('/bookmarks', memberPage('bookmarks')),
  memberRoute('/disputes', memberPage('disputes')),
  memberRoute('/disputes/$disputeId', memberPage('dispute')),
  memberRoute('/inbox', messagePage('inbox')),
  memberRoute(routes.MessagePage, messagePage('thread')),
  memberRoute(routes.UserAnalytics, memberPage('analytics')),
] as const
