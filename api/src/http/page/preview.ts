import type { FastifyRequest } from 'fastify'
import type { Deps } from '#api/deps.ts'
import { toApiError } from '#api/http/errors.ts'
import { addressKey, limit } from '#api/http/auth/rate-limits.ts'

/** What a page of the app shows to whoever does not run it: the makers of link cards, and readers before the script. */
export type Preview = {
  pattern: RegExp
  preview: (match: RegExpExecArray) => Promise<Previewed>
}

export type Previewed = {
  /** HTML in place of the page's own title and description. */
  head: string
  /** HTML inside the app's root, which the app replaces. */
  root: string
  style: string
}

type Found = { status: number; headers?: Record<string, string>; previewed?: Previewed }

/** Whatever is refused becomes the status of the plain page: the app then tells it in its own words. */
export async function findPreview(
  deps: Pick<Deps, 'settings' | 'counters'>,
  previews: Preview[],
  path: string,
  { ip, log }: FastifyRequest,
): Promise<Found> {
  for (const { pattern, preview } of previews) {
    const match = pattern.exec(path)
    if (match === null) continue
    try {
      await limit(deps, 'anonymous', addressKey(ip))
      return { status: 200, previewed: await preview(match) }
    } catch (error) {
      const refusal = toApiError(error)
      if (refusal === null) log.error({ err: error }, 'no preview')
      return { status: refusal?.status ?? 500, headers: refusal?.extra.headers }
    }
  }
  return { status: 200 }
}

export const titlePlace = /<title>[^<]*<\/title>/
export const descriptionPlace = /<meta\s+name="description"[^>]*>/
export const rootPlace = '<div id="root"></div>'

export function putIn(page: string, { head, root, style }: Previewed, nonce: string): string {
  // By functions: in a plain replacement `$&` and the like would be read as something else.
  return page
    .replace(descriptionPlace, '')
    .replace(titlePlace, () => `${head}<style nonce="${nonce}">${style}</style>`)
    .replace(rootPlace, () => `<div id="root">${root}</div>`)
}
