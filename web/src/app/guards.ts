import type { Role } from '@rootsquare/contract/lib/roles'
import { notFound, redirect, type ParsedLocation } from '@tanstack/react-router'
import { rememberRequestedPage } from '#web/lib/session/requested-page.ts'
import { profileTabs } from '#web/lib/navigation/route-names.ts'
import { checkSession } from '#web/lib/session/session.ts'

type Navigation = { location: ParsedLocation }

/** Redirects members from sign-in and similar pages to home. */
export function requireVisitor(): void {
  if (checkSession() !== null) throw redirect({ to: '/user', replace: true })
}

/** Sends visitors to sign-in, and stores the page they opened until they have signed in. */
export function requireMember({ location }: Navigation): void {
  if (checkSession() !== null) return
  if (location.pathname !== '/logout') rememberRequestedPage(location.href)
  throw redirect({ to: '/', replace: true })
}

/** Treats an unknown tab as a page that does not exist. */
export function requireKnownTab({ params: { tab } }: { params: { tab?: string | undefined } }): void {
  if (tab !== undefined && !profileTabs.some((name) => name === tab)) throw notFound()
}

/** Guards whole branches of routes, whose `notFoundComponent` says who may open them. Runs inside `requireMember`. */
export function requireRole(...roles: Role[]) {
  return (): void => {
    if (!checkSession()?.roles.some((role) => roles.includes(role))) throw notFound()
  }
}
