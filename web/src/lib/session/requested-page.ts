import { currentSession, lastMemberId } from '#web/lib/session/session.ts'
import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'

const key = 'rootsquare.asked-for'
const memberKey = 'rootsquare.asked-by'
const area = () => window.sessionStorage

/** The page a visitor asked for before having to sign in; `null` forgets it. */
export function rememberRequestedPage(href: string | null): void {
  const member = lastMemberId()
  writeStored(area, key, href)
  writeStored(area, memberKey, href === null || member === null ? null : String(member))
}

/** Whose page it is, where a visitor followed a link to one; where a member asked, the next person hears nothing of it. */
export function memberOfRequestedPage(): string | undefined {
  const href = readStored(area, memberKey) === null && readStored(area, key)
  return /^\/u\/([\w.-]+)/.exec(href || '')?.[1]
}

/** Gives it out once, only where it lies on our own origin, and never one member's page to the next. */
export function takeRequestedPage(): string | null {
  const href = readStored(area, key)
  const member = readStored(area, memberKey)
  rememberRequestedPage(null)
  if (member !== null && member !== String(currentSession()?.userId)) return null
  if (href === null || !URL.canParse(href, location.origin)) return null
  const url = new URL(href, location.origin)
  return url.origin === location.origin ? url.pathname + url.search + url.hash : null
}
