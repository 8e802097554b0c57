import { currentSession, lastMemberId } from '#web/lib/session/session.ts'
import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'

const key = 'rootsquare.asked-for'
const memberKey = 'rootsquare.asked-by'
const area = () => window.sessionStorage

/** Stores the page that a visitor opened before having to sign in; `null` removes it. */
export function rememberRequestedPage(href: string | null): void {
  const member = lastMemberId()
  writeStored(area, key, href)
  writeStored(area, memberKey, href === null || member === null ? null : String(member))
}

/** Returns what a visitor opened. A page that a member opened is not for the next person. */
export function pageOfVisitor(): string | null {
  return readStored(area, memberKey) === null ? readStored(area, key) : null
}

/** Returns the username if a visitor followed a link to a profile. */
export function memberOfRequestedPage(): string | undefined {
  return /^\/u\/([\w.-]+)/.exec(pageOfVisitor() ?? '')?.[1]
}

/** Returns the requested page once, only for our own origin, and never the page of one member to another. */
export function takeRequestedPage(): string | null {
  const href = readStored(area, key)
  const member = readStored(area, memberKey)
  rememberRequestedPage(null)
  if (member !== null && member !== String(currentSession()?.userId)) return null
  if (href === null) return null
  try {
    const url = new URL(href, location.origin)
    return url.origin === location.origin ? url.pathname + url.search + url.hash : null
  } catch {
    return null
  }
}
