import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { invalid } from '#api/http/api-error.ts'
import type { Settings } from '#api/settings.ts'

type Images = Record<string, string | string[] | null | undefined>

export const notUploaded = (field: string) => invalid({ [field]: 'Please upload this picture first.' })

/** Rejects pictures that this member did not upload to our store or to the configured image host. */
export async function requireOwnMedia(
  deps: Pick<Deps, 'settings' | 'clock'>,
  db: Db,
  memberId: number,
  images: Images,
): Promise<void> {
  const ours = Object.entries(images).flatMap(([field, urls]) =>
    [urls ?? []].flat().flatMap((url) => (isAtImageHost(deps.settings, url) ? [] : [{ field, url }])),
  )
  const own = await claimOwnMedia(
    deps,
    db,
    memberId,
    ours.map(({ url }) => url),
  )
  for (const { field, url: address } of ours) {
    const medium = own.find(({ url, thumbnail_url }) => url === address || thumbnail_url === address)
    if (!medium) throw notUploaded(field)
    if (!medium.type.startsWith('image/')) throw invalid({ [field]: 'This must be a picture.' })
  }
}

/**
 * Locks the files of these addresses by ascending id. All writers lock members before files, and of the files the lower id
 * first, so that they do not deadlock.
 */
export async function lockMedia(db: Db, urls: string[]): Promise<void> {
  if (urls.length > 0) await mediaAt(db, urls).execute()
}

const mediaAt = (db: Db, urls: string[]) =>
  db
    .selectFrom('media')
    .select('id')
    .where(({ or, eb }) => or([eb('url', 'in', urls), eb('thumbnail_url', 'in', urls)]))
    .orderBy('id')
    .forNoKeyUpdate()

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
    .with('own', () => mediaAt(db, urls).where('owner_id', '=', memberId).where('stored_at', 'is not', null))
    .updateTable('media')
    .from('own')
    .set({ claimed_at: clock.now() })
    .whereRef('media.id', '=', 'own.id')
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
