import { invalid } from '#api/http/api-error.ts'
import type { Settings } from '#api/settings.ts'

/**
 * The path of an address that a caller wants to see in a mail. Anything but our own origin would let a stranger have
 * a member's code sent to himself; the link is then built from our settings, never from what was sent.
 */
export function ownPath({ publicUrl }: Settings, field: string, given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null
  const isPlain =
    url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  // A blob: address has our origin too, and a path that begins with another one.
  const isPage = url !== null && /^https?:$/.test(url.protocol)
  if (!isPlain || !isPage || url.origin !== publicUrl)
    throw invalid({ [field]: `Must be an address of ${publicUrl}.` })
  return url.pathname
}
