import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { lockMedia, requireOwnMedia } from '#api/domain/media-ownership.ts'
import { removeUnusedMedia } from '#api/features/uploads/unused-media.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

/** Replaces the pictures of a review and releases those that it no longer shows. */
export async function putImages(
  deps: Deps,
  tx: Tx,
  viewer: Viewer,
  { reviewId, urls, before = [] }: { reviewId: number; urls: string[]; before?: string[] },
): Promise<void> {
  // Both are locked together, because other writes of the author may use the same files at this moment.
  await lockMedia(tx, [...urls, ...before])
  await requireOwnMedia(deps, tx, viewer.id, { images: urls })
  await tx.deleteFrom('review_images').where('review_id', '=', reviewId).execute()
  const rows = urls.map((url, index) => ({ review_id: reviewId, position: index + 1, url }))
  if (rows.length > 0) await tx.insertInto('review_images').values(rows).execute()
  await removeUnusedMedia(
    tx,
    before.filter((url) => !urls.includes(url)),
  )
}
