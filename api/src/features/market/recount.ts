import { sql } from 'kysely'
import { compareInRanges, isInRange, type IdRange } from '#api/db/batches.ts'
import { transact, withLongTimeout, type Db } from '#api/db/db.ts'
import { recountJob, scheduledJob } from '#api/jobs/job.ts'

type Drift = { counter: string; id: number; stored: number; found: number }

const itemsAtOnce = 5000

const countDifferences = sql<Drift>`
  with
  listed as (select id from items where is_approved and not is_hidden),
  found as (
    select 0 as genre_id, count(*) as n from listed
    union all
    select genre_id, count(*) from item_genres join listed on listed.id = item_id group by genre_id
  )
  select 'items' as counter, genre_id as id, coalesce(item_counts.n, 0) as stored, coalesce(found.n, 0) as found
  from found full join item_counts using (genre_id) where coalesce(item_counts.n, 0) <> coalesce(found.n, 0)
  order by 2`

const wordDifferences = (range: IdRange) => sql<Drift>`
  with
  spoken as (
    select items.id, words_of_item.word, words_of_item.place, is_approved and not is_hidden as is_listed, seller_id
    from items cross join lateral words_of_item(name, description) where deleted_at is null and ${isInRange('items.id', range)}
  ),
  source as (
    select item_id as id, item_words.word::text, place, is_listed, seller_id from item_words
    where ${isInRange('item_id', range)}
  )
  select 'words' as counter, id, count(*) filter (where is_stored) as stored, count(*) filter (where not is_stored) as found
  from (
    select id, false as is_stored from (table spoken except all table source) missing
    union all
    select id, true from (table source except all table spoken) superfluous
  ) differing group by id order by 2`

/** Finds item counters that differ from the items, and items whose search words differ from their text. */
export async function recountItems(db: Db, size = itemsAtOnce): Promise<Drift[]> {
  const counts = await withLongTimeout(db, (tx) => countDifferences.execute(tx))
  const words = await compareInRanges({ db, table: 'items', size }, wordDifferences)
  return [...counts.rows, ...words]
}

export const recountItemsNightly = recountJob({
  name: 'recount-items',
  cron: '7 4 * * *',
  recount: recountItems,
  message: 'numbers or words of items differ from the items',
})

const maxDeletedWords = 10_000

/** Deletes words that are no longer in any item, because the name of an erased member may be among them. */
async function deleteUnusedWords(db: Db): Promise<void> {
  const unused = (word: string) =>
    sql`not exists (select from item_words where item_words.word = ${sql.ref(word)})`
  const { rows } = await withLongTimeout(db, (tx) =>
    sql<{
      word: string
    }>`select word from words where ${unused('words.word')} limit ${maxDeletedWords}`.execute(tx),
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

export const deleteUnusedWordsNightly = scheduledJob({
  name: 'forget-words',
  cron: '22 4 * * *',
  run: ({ db }) => deleteUnusedWords(db),
})
