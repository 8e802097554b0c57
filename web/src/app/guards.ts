import type { Role } from '@rootsquare/contract/lib/roles'
import { notFound, redirect, type ParsedLocation } from '@tanstack/react-router'
import { rememberRequestedPage } from '#web/lib/session/requested-page.ts'
import { profileTabs } from '#web/lib/navigation/route-names.ts'
import { checkSession } from '#web/lib/session/session.ts'

type Navigation = { location: ParsedLocation }

/** For sign-in and similar pages: a member is redirected to home. */
export function visitorsOnly(): void {
  if (checkSession() !== null) throw redirect({ to: '/user', replace: true })
}

/** Sends visitors to sign-in, and remembers the page they opened until then. */
export function membersOnly({ location }: Navigation): void {
  if (checkSession() !== null) return
  if (location.pathname !== '/logout') rememberRequestedPage(location.href)
  throw redirect({ to: '/', replace: true })
}

/** An unknown tab is a page that does not exist. */
export function knownTabOnly({ params: { tab } }: { params: { tab?: string | undefined } }): void {
  if (tab !== undefined && !profileTabs.some((name) => name === tab)) throw notFound()
}

/** For whole branches of routes, whose `notFoundComponent` says who may open them. Runs inside `membersOnly`. */
export function only(...roles: Role[]) {
  return (): void => {
    if (!checkSession()?.roles.some((role) => roles.includes(role))) throw notFound()
  }
}
