/**
 * The pages of the web app, as its router writes them. The server answers 404 to all other paths. A test compares the list
 * with the router.
 */
export const pagePaths = [
  '/',
  '/reset-password',
  '/signup',
  '/mail-sent',
  '/mail-validate',
  '/update-password',
  '/unsubscribe',
  '/loading',
  '/welcome/{-$step}',
  '/logout',
  '/post/$id',
  '/user',
  '/search',
  '/profile/{-$tab}',
  '/u/$username',
  '/notifications',
  '/settings',
  '/settings/notifications',
  '/tag/$tag',
  '/bookmarks',
  '/disputes',
  '/disputes/$disputeId',
  '/inbox',
  '/messages/$receipientId',
  '/user-analytics/$userId',
  '/group-list',
  '/groups',
  '/group-map',
  '/group/$groupId',
  '/group/$groupId/about',
  '/group/$groupId/history',
  '/group/$groupId/culture',
  '/group/$groupId/art',
  '/group/$groupId/diet',
  '/group/$groupId/festivals',
  '/group/$groupId/members',
  '/group/$groupId/proposals',
  '/group/$groupId/analytics',
  '/marketplace',
  '/item/$itemId',
  '/shop/$userId',
  '/cart',
  '/addresses',
  '/my-orders',
  '/my-order/$reference',
  '/received-orders',
  '/received-order/$orderId',
  '/payouts',
  '/reported-posts',
  '/named-groups',
  '/admin-users',
  '/admin-submissions',
  '/suspended-users',
  '/system-analytics',
  '/admin-orders',
  '/admin-orders/$orderId',
  '/held-payments',
  '/admin-disputes',
  '/admin-payouts',
  '/admin-audit',
] as const

/** What a parameter may be, by its name. Those that end in `id` are numbers, and others any text. */
const parameters: Record<string, string> = {
  tab: '(?:posts|following|followers|groups|items)',
  username: '[\\w.]{3,30}',
}
const number = '\\d{1,16}'
const anyText = '[^/]+'

function patternOf(path: string): string {
  return path
    .replaceAll(/\/\{-\$(\w+)\}/g, (_, name: string) => `(?:/${parameterOf(name)})?`)
    .replaceAll(/\$(\w+)/g, (_, name: string) => parameterOf(name))
}

const parameterOf = (name: string) => parameters[name] ?? (/id$/i.test(name) ? number : anyText)

const [start, ...others] = pagePaths
/** Like the router, it ignores case and a slash at the end. */
const pages = new RegExp(`^(?:${start}|(?:${others.map(patternOf).join('|')})/?)$`, 'i')

/** Returns whether the web app has a page at the path, which is written as in the address bar. */
export function isPagePath(path: string): boolean {
  try {
    return pages.test(decodeURI(path))
  } catch {
    return false
  }
}
