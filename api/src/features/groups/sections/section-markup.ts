import { linksAndPicturesIn, isSafeLink } from '@rootsquare/contract/lib/markup'
import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { isAtImageHost, notUploaded } from '#api/domain/media-ownership.ts'
import { invalid } from '#api/http/api-error.ts'

/**
 * Rejects links that are neither web nor mail addresses, and pictures that are not in the media store. The owner of a
 * picture does not matter, because later editors leave the pictures of earlier ones in place.
 */
export async function requireValidMarkup(
  { settings }: Pick<Deps, 'settings'>,
  tx: Tx,
  groupId: number,
  description: string,
): Promise<void> {
  const { links, pictures } = linksAndPicturesIn(description)
  if (!links.every(isSafeLink))
    throw invalid({ description: 'A link must begin with https://, http:// or mailto:.' })
  const urls = [...new Set(pictures)].filter((url) => !isAtImageHost(settings, url))
  if (urls.length === 0) return
  const stored = await tx
    .selectFrom('media')
    .select('url')
    .where('url', 'in', urls)
    .where('type', 'like', 'image/%')
    .where('stored_at', 'is not', null)
    .execute()
  if (stored.length < urls.length) throw notUploaded('description')
  await tx
    .insertInto('section_pictures')
    .values(urls.map((url) => ({ group_id: groupId, url })))
    .onConflict((on) => on.doNothing())
    .execute()
}
