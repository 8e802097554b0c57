import { sql } from 'kysely'
import { resumableHours } from '@rootsquare/contract/uploads'
import { repeatInBatches } from '#api/db/batches.ts'
import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { removeFiles } from './remove-files.ts'
import { enqueue, scheduledJob } from '#api/jobs/job.ts'
import { inDays, inHours } from '#api/ports/clock/clock.ts'
import { deleteLeftovers } from './receive-file.ts'
import { findUsedAddresses } from './unused-media.ts'

const pendingHours = 1
const unusedHours = 24
/** This is long enough that nothing is missed if the server is down for a day. */
const recentDays = 3
/** The batch is small, so that each statement is short. */
const batchSize = 500

/** Removes incomplete uploads, and recently used files that have been unused for a day. */
export const sweepMedia = scheduledJob({
  name: 'sweep-media',
  cron: '41 * * * *',
  async run(deps) {
    const now = deps.clock.now()
    await deleteLeftovers(deps)
    await repeatInBatches(deps.db, (tx) => sweepPending(tx, inHours(now, -pendingHours)), batchSize)
    await deps.db
      .deleteFrom('resumable_uploads')
      .where('created_at', '<=', inHours(now, -resumableHours))
      .execute()
    await sweepUnused(deps, inDays(now, -recentDays))
  },
})

/**
 * Removes all unused files. It runs rarely, because nearly all files are in use, and each is looked up in every table that
 * shows files.
 */
export const sweepOldMedia = scheduledJob({
  name: 'sweep-old-media',
  cron: '11 2 * * *',
  run: (deps) => sweepUnused(deps, new Date(0)),
})

async function sweepPending(tx: Tx, before: Date): Promise<number> {
  const rows = tx
    .selectFrom('media')
    .select('id')
    .where('stored_at', 'is', null)
    .where('created_at', '<', before)
    .limit(batchSize)
  return remove(
    tx,
    await tx
      .deleteFrom('media')
      .where('id', 'in', rows)
      .where('stored_at', 'is', null)
      .returning('keys')
      .execute(),
  )
}

async function remove(tx: Tx, unusedFiles: { keys: string[] }[]): Promise<number> {
  const keys = unusedFiles.flatMap((file) => file.keys)
  if (keys.length > 0) await enqueue(tx, removeFiles, { keys })
  return unusedFiles.length
}

/** The time is text, because a Date would lose its microseconds and the same files would be read again. */
type Cursor = { claimed_at: string; id: number }

/** Checks the files in the order in which they were marked as used. */
async function sweepUnused({ db, clock }: Deps, since: Date): Promise<void> {
  const before = inHours(clock.now(), -unusedHours)
  for (let cursor: Cursor | undefined = { claimed_at: since.toISOString(), id: 0 }; cursor;) {
    const after: Cursor = cursor
    cursor = await transact(db, (tx) => sweepSome(tx, after, before))
  }
}

/**
 * Removes the unused files of a batch, and returns where the next one begins, or undefined after the last. Using a file
 * updates `claimed_at`, which is checked again on the locked row, so that a file being put into use stays.
 */
async function sweepSome(tx: Tx, after: Cursor, before: Date): Promise<Cursor | undefined> {
  const files = await tx
    .selectFrom('media')
    .select(['id', 'url', 'thumbnail_url', sql<string>`claimed_at::text`.as('claimed_at')])
    .where('stored_at', 'is not', null)
    .where(sql<boolean>`(claimed_at, id) > (${after.claimed_at}::timestamptz, ${after.id})`)
    .where('claimed_at', '<', before)
    .orderBy(sql`media.claimed_at`)
    .orderBy('id')
    .limit(batchSize)
    .execute()
  const used = await findUsedAddresses(
    tx,
    files.flatMap(({ url, thumbnail_url: small }) => (small === null ? [url] : [url, small])),
  )
  const unused = files.filter(({ url, thumbnail_url }) => !used.has(url) && !used.has(thumbnail_url))
  if (unused.length > 0)
    await remove(
      tx,
      await tx
        .deleteFrom('media')
        .where(
          'id',
          'in',
          unused.map(({ id }) => id).toSorted((one, other) => one - other),
        )
        .where('claimed_at', '<', before)
        .returning('keys')
        .execute(),
    )
  return files.length < batchSize ? undefined : files.at(-1)
}
