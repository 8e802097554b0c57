import type { Tx } from '#api/db/db.ts'
import { removeFiles } from './remove-files.ts'
import { enqueue } from '#api/jobs/job.ts'

/** Deletes the rows and files that are used nowhere else. */
export async function removeUnusedMedia(tx: Tx, urls: string[]): Promise<void> {
  if (urls.length === 0) return
  // The rows are locked first and checked in a second statement: a concurrent use is visible by then, or finds the file
  // deleted.
  const media = await tx
    .selectFrom('media')
    .select(['id', 'url', 'thumbnail_url', 'keys'])
    .where('url', 'in', urls)
    .orderBy('id')
    .forUpdate()
    .execute()
  const addresses = media.flatMap(({ url, thumbnail_url: small }) => (small === null ? [url] : [url, small]))
  const used = await findUsedAddresses(tx, addresses)
  const unused = media.filter(({ url, thumbnail_url }) => !used.has(url) && !used.has(thumbnail_url))
  if (unused.length === 0) return
  const ids = unused.map(({ id }) => id)
  await tx.deleteFrom('media').where('id', 'in', ids).execute()
  await enqueue(tx, removeFiles, { keys: unused.flatMap(({ keys }) => keys) })
}

/** Returns the used addresses. The filter by URL makes each part of the view use its index. A join would read all rows. */
export async function findUsedAddresses(tx: Tx, addresses: string[]): Promise<Set<string | null>> {
  if (addresses.length === 0) return new Set()
  const uses = await tx.selectFrom('media_in_use').select('url').where('url', 'in', addresses).execute()
  return new Set(uses.map(({ url }) => url))
}
