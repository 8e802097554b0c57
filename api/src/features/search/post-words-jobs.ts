import { sql } from 'kysely'
import { transact, withLongTimeout, type Db, type Tx } from '#api/db/db.ts'
import { scheduledJob } from '#api/jobs/job.ts'

const postsAtOnce = 200

/** Indexes the words of posts that are older than the search, newest first. It does nothing when all posts are indexed. */
export const fillPostWords = scheduledJob({
  name: 'fill-post-words',
  cron: '* * * * *',
  queue: 'fill-post-words',
  async run({ db }) {
    while ((await transact(db, fillBatch)) > 0);
  },
})

/** Locks the posts, so that a concurrent edit or deletion comes before or after this batch and leaves no old words. */
async function fillBatch(tx: Tx): Promise<number> {
  const fill = await tx
    .selectFrom('post_words_fill')
    .select('up_to_id')
    .where('up_to_id', '>', 0)
    .forUpdate()
    .executeTakeFirst()
  if (!fill) return 0
  const { rows } = await sql<{ id: number }>`
    with batch as materialized (
      select id, caption, location from posts where id <= ${fill.up_to_id} order by id desc limit ${postsAtOnce} for share
    )
    select id, add_post_words(id, words_of_post(caption, location)) from batch`.execute(tx)
  const upTo = Math.min(...rows.map(({ id }) => id - 1), fill.up_to_id)
  await tx
    .updateTable('post_words_fill')
    .set({ up_to_id: rows.length === 0 ? 0 : upTo })
    .execute()
  return rows.length
}

const maxDeleted = 10_000
const isUnused = sql`not exists (select from post_words where post_words.word = post_vocabulary.word)`

/** Deletes words that no post contains any longer, because edits leave them behind. */
async function deleteUnusedPostWords(db: Db): Promise<void> {
  const { rows } = await withLongTimeout(db, (tx) =>
    sql<{ word: string }>`select word from post_vocabulary where ${isUnused} limit ${maxDeleted}`.execute(tx),
  )
  if (rows.length === 0) return
  await transact(db, async (tx) => {
    // Posts that are being written cannot use these words after this lock.
    await sql`lock table post_vocabulary in share row exclusive mode`.execute(tx)
    await sql`delete from post_vocabulary where word = any(${rows.map(({ word }) => word)}) and ${isUnused}`.execute(
      tx,
    )
  })
}

export const deleteUnusedPostWordsNightly = scheduledJob({
  name: 'delete-unused-post-words',
  cron: '29 4 * * *',
  run: ({ db }) => deleteUnusedPostWords(db),
})
