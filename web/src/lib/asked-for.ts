import { readStored, writeStored } from '#web/lib/stored.ts'

const key = 'rootsquare.asked-for'
const area = () => window.sessionStorage

/** The page a visitor asked for before having to sign in; `null` forgets it. */
export function rememberAskedFor(href: string | null): void {
  writeStored(area, key, href)
}

/** Gives it out once, and only where it lies on our own origin. */
export function takeAskedFor(): string | null {
  const href = readStored(area, key)
  rememberAskedFor(null)
  if (href === null || !URL.canParse(href, location.origin)) return null
  const url = new URL(href, location.origin)
  return url.origin === location.origin ? url.pathname + url.search + url.hash : null
}
