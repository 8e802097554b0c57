import { invalid } from '#api/http/api-error.ts'
import type { Settings } from '#api/settings.ts'

/**
 * Returns the path of a URL that a caller wants in a mail. Another origin would send a member's code to a stranger, so the
 * link is built only from our settings and this path.
 */
export function requireOwnPath({ publicUrl }: Settings, field: string, address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null
  const isPlain =
    url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  // A blob: URL also has our origin, but its path starts with another one.
  const isPage = url !== null && /^https?:$/.test(url.protocol)
  if (!isPlain || !isPage || url.origin !== publicUrl)
    throw invalid({ [field]: `Must be an address of ${publicUrl}.` })
  return url.pathname
}
