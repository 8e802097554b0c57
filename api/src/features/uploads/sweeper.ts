import type { DeleteQueryBuilder, DeleteResult } from 'kysely'
import { z } from 'zod'
import { transact } from '#api/db/db.ts'
import type { Tx } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import { removeFiles } from '#api/features/accounts/closure/erasure.ts'
import { enqueue, job } from '#api/jobs/job.ts'
import { inHours } from '#api/ports/clock/clock.ts'
import { clearLeftovers } from './receive.ts'

const pendingHours = 1
const unusedHours = 24
/** The batch size, so that each statement is short. */
const mostAtOnce = 500

/** Removes incomplete uploads and files that have been unused for a day. */
export const sweepMedia = job({
  name: 'sweep-media',
  payload: z.object({}).loose(),
  cron: '41 * * * *',
  async run(deps) {
    const now = deps.clock.now()
    await clearLeftovers(deps)
    const rounds = [
      (tx: Tx) => pendingIn(tx, inHours(now, -pendingHours)),
      (tx: Tx) => unusedIn(tx, inHours(now, -unusedHours)),
    ]
    for (const round of rounds) {
      while ((await transact(deps.db, async (tx) => sweep(tx, round(tx)))) === mostAtOnce);
    }
  },
})

type Deletion = DeleteQueryBuilder<Tables, 'media', DeleteResult>

async function sweep(tx: Tx, deletion: Deletion): Promise<number> {
  const gone = await deletion.returning('keys').execute()
  const keys = gone.flatMap((file) => file.keys)
  if (keys.length > 0) await enqueue(tx, removeFiles, { keys })
  return gone.length
}

function pendingIn(tx: Tx, before: Date): Deletion {
  const rows = tx
    .selectFrom('media')
    .select('id')
    .where('stored_at', 'is', null)
    .where('created_at', '<', before)
  return tx.deleteFrom('media').where('id', 'in', rows.limit(mostAtOnce)).where('stored_at', 'is', null)
}

/**
 * Using a file updates `claimed_at`, which is checked again here on the locked row. So a file that is being put into use
 * stays.
 */
function unusedIn(tx: Tx, before: Date): Deletion {
  const rows = tx
    .selectFrom('media')
    .select('id')
    .where('stored_at', 'is not', null)
    .where('claimed_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('media_in_use').select('url').whereRef('media_in_use.url', '=', 'media.url'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('media_in_use').select('url').whereRef('media_in_use.url', '=', 'media.thumbnail_url'),
        ),
      ),
    )
  return tx.deleteFrom('media').where('id', 'in', rows.limit(mostAtOnce)).where('claimed_at', '<', before)
}
