import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { invalid } from '#api/http/api-error.ts'
import type { Settings } from '#api/settings.ts'

type Images = Record<string, string | null | undefined>

export const notUploaded = (field: string) => invalid({ [field]: 'Please upload this picture first.' })

/** Rejects pictures that this member did not upload to our store or to the configured image host. */
export async function requireOwnMedia(
  deps: Pick<Deps, 'settings' | 'clock'>,
  db: Db,
  memberId: number,
  images: Images,
): Promise<void> {
  for (const [field, url] of Object.entries(images)) {
    if (url === null || url === undefined || isAtImageHost(deps.settings, url)) continue
    const own = await claimOwnMedia(deps, db, memberId, [url])
    if (own.length === 0) throw notUploaded(field)
    if (own.some(({ type }) => !type.startsWith('image/')))
      throw invalid({ [field]: 'This must be a picture.' })
  }
}

export type OwnMedium = Awaited<ReturnType<typeof claimOwnMedia>>[number]

/**
 * Returns the member's own files among these addresses, which may be of thumbnails. It sets `claimed_at`, so that the
 * sweeper does not delete them before they are shown.
 */
export async function claimOwnMedia(
  { clock }: Pick<Deps, 'clock'>,
  db: Db,
  memberId: number,
  urls: string[],
) {
  if (urls.length === 0) return []
  return db
    .updateTable('media')
    .set({ claimed_at: clock.now() })
    .where(({ or, eb }) => or([eb('url', 'in', urls), eb('thumbnail_url', 'in', urls)]))
    .where('owner_id', '=', memberId)
    .where('stored_at', 'is not', null)
    .returning(['url', 'thumbnail_url', 'type', 'width', 'height', 'duration_ms'])
    .execute()
}

/**
 * Returns whether the picture is at the configured image host. The account name is part of the upload address and of the
 * address of each file.
 */
export function isAtImageHost({ cloudinary }: Settings, url: string): boolean {
  const account = /\/v1_1\/([\w-]+)\//.exec(cloudinary?.uploadUrl ?? '')?.[1]
  if (account === undefined) return false
  const prefix = `https://res.cloudinary.com/${account}/`
  // The address is checked as written and as a browser reads it, because `..` must not lead to another account.
  return url.startsWith(prefix) && URL.canParse(url) && new URL(url).href.startsWith(prefix)
}
