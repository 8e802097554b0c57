import { createRoute, redirect } from '@tanstack/react-router'
import { requireKnownTab } from '#web/app/guards.ts'
import { lazyPage, lazyPages } from '#web/app/lazy-page.ts'
import { memberRoute, members, shared } from '#web/app/routes/branches.ts'
import { routes } from '#web/lib/navigation/route-names.ts'

// Each page reads the parameters that it knows, and ignores others.
const homePage = lazyPage(() => import('#web/pages/home/home-page.tsx'), 'HomePage')
const postPage = lazyPage(() => import('#web/pages/home/post-page.tsx'), 'PostPage')
const memberPage = lazyPages(async () => (await import('#web/pages/lazy/member-pages.ts')).memberPages)
const marketPage = lazyPages(async () => (await import('#web/pages/lazy/market-pages.ts')).marketPages)

export const postRoute = createRoute({
  getParentRoute: () => shared,
  path: routes.Post,
  // A comment or reply to scroll to.
  validateSearch: (search: { comment?: string | number }) => search,
  component: postPage,
})

const search = createRoute({
  getParentRoute: () => members,
  path: '/search',
  validateSearch: (search: { q?: string; tab?: string }) => search,
  component: memberPage('search'),
})
const notifications = createRoute({
  getParentRoute: () => members,
  path: '/notifications',
  validateSearch: (search: { show?: string | undefined }) => search,
  component: memberPage('notifications'),
})
const profile = createRoute({
  getParentRoute: () => members,
  path: routes.UserProfile,
  beforeLoad: requireKnownTab,
  component: memberPage('profile'),
})
const member = createRoute({
  getParentRoute: () => members,
  path: '/u/$username',
  validateSearch: (search: { tab?: string }) => search,
  component: memberPage('member'),
})

export const memberRoutes = [
  memberRoute(routes.User, homePage),
  search,
  profile,
  member,
  notifications,
  memberRoute('/settings', memberPage('settings')),
  memberRoute('/settings/notifications', memberPage('notificationSettings')),
  memberRoute('/tag/$tag', memberPage('tag')),
  memberRoute('/bookmarks', memberPage('bookmarks')),
  memberRoute('/disputes', memberPage('disputes')),
  memberRoute('/disputes/$disputeId', memberPage('dispute')),
  memberRoute('/inbox', memberPage('inbox')),
  memberRoute(routes.MessagePage, memberPage('conversation')),
  memberRoute(routes.UserAnalytics, memberPage('analytics')),
] as const

/** The link of an item that is shared. It opens over the market, where whoever closes it can look on. */
const item = createRoute({
  getParentRoute: () => members,
  path: '/item/$itemId',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/marketplace', search: { item: params.itemId }, replace: true })
  },
})

export const marketRoutes = [
  item,
  memberRoute('/marketplace', marketPage('market')),
  memberRoute('/shop/$userId', marketPage('shop')),
  memberRoute('/cart', marketPage('cart')),
  memberRoute('/addresses', marketPage('addresses')),
  memberRoute('/my-orders', marketPage('orders')),
  memberRoute(routes.OrderDetails, marketPage('order')),
  memberRoute('/received-orders', marketPage('receivedOrders')),
  memberRoute('/received-order/$orderId', marketPage('receivedOrder')),
  memberRoute('/payouts', marketPage('payouts')),
] as const
