import type { ExpressionBuilder } from 'kysely'
import type { Tx } from '#api/db/db.ts'
import type { Tables } from '#api/db/tables.ts'
import { removeFiles } from '#api/features/accounts/erasure.ts'
import { enqueue } from '#api/jobs/job.ts'

/** Nothing shows the file, neither whole nor small. Two questions, so that the planner can answer each from an index. */
export function isUnused({ and, not, exists, selectFrom }: ExpressionBuilder<Tables, 'media'>) {
  const uses = selectFrom('media_in_use').select('url')
  return and([
    not(exists(uses.whereRef('media_in_use.url', '=', 'media.url'))),
    not(exists(uses.whereRef('media_in_use.url', '=', 'media.thumbnail_url'))),
  ])
}

/** Removes at once what had been shown in one place and now is shown nowhere. */
export async function removeUnused(tx: Tx, urls: string[]): Promise<void> {
  if (urls.length === 0) return
  // First the locks, then a look with new eyes: whoever is taking a file up has it by then, or finds it gone.
  await tx.selectFrom('media').select('id').where('url', 'in', urls).orderBy('id').forUpdate().execute()
  const gone = await tx
    .deleteFrom('media')
    .where('url', 'in', urls)
    .where(isUnused)
    .returning('keys')
    .execute()
  const keys = gone.flatMap((file) => file.keys)
  if (keys.length > 0) await enqueue(tx, removeFiles, { keys })
}
