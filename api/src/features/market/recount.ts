import { sql } from 'kysely'
import { z } from 'zod'
import { transact, unhurried } from '#api/db/db.ts'
import type { Db } from '#api/db/db.ts'
import { job } from '#api/jobs/job.ts'

type Drift = { counter: string; id: number; stored: number; found: number }

const maxDifferences = 1000

/** Item counters that differ from the items, and items whose search words differ from their text. */
export async function recountItems(db: Db): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    with
    listed as (select id from items where is_approved and not is_hidden),
    found as (
      select 0 as genre_id, count(*) as n from listed
      union all
      select genre_id, count(*) from item_genres join listed on listed.id = item_id group by genre_id
    ),
    spoken as (
      select items.id, words_of_item.word, words_of_item.place, is_approved and not is_hidden as is_listed, seller_id
      from items cross join lateral words_of_item(name, description) where deleted_at is null
    ),
    source as (select item_id as id, item_words.word::text, place, is_listed, seller_id from item_words)
    select 'items' as counter, genre_id as id, coalesce(item_counts.n, 0) as stored, coalesce(found.n, 0) as found
    from found full join item_counts using (genre_id) where coalesce(item_counts.n, 0) <> coalesce(found.n, 0)
    union all
    select 'words', id, count(*) filter (where is_stored), count(*) filter (where not is_stored) from (
      select id, false as is_stored from (table spoken except all table source) missing
      union all
      select id, true from (table source except all table spoken) superfluous
    ) differing group by id
    order by 1, 2 limit ${maxDifferences}`.execute(db)
  return rows
}

/** Logs and repairs nothing, as with the other counters. */
export const recountItemsNightly = job({
  name: 'recount-items',
  payload: z.object({}).loose(),
  cron: '7 4 * * *',
  async run({ db, log }) {
    const drift = await unhurried(db, recountItems)
    if (drift.length > 0)
      log.error({ count: drift.length, first: drift[0] }, 'numbers or words of items differ from the items')
  },
})

const mostForgotten = 10_000

/** Deletes words that are in no item any more: the name of an erased member may be among them. */
async function deleteUnusedWords(db: Db): Promise<void> {
  const unused = (word: string) =>
    sql`not exists (select from item_words where item_words.word = ${sql.ref(word)})`
  const { rows } = await unhurried(db, (tx) =>
    sql<{
      word: string
    }>`select word from words where ${unused('words.word')} limit ${mostForgotten}`.execute(tx),
  )
  if (rows.length === 0) return
  await transact(db, async (tx) => {
    // After this lock nobody can begin to use one of the words again.
    await sql`lock table words in share row exclusive mode`.execute(tx)
    await sql`delete from words where word = any(${rows.map(({ word }) => word)}) and ${unused('words.word')}`.execute(
      tx,
    )
  })
}

export const deleteUnusedWordsNightly = job({
  name: 'forget-words',
  payload: z.object({}).loose(),
  cron: '22 4 * * *',
  run: ({ db }) => deleteUnusedWords(db),
})
