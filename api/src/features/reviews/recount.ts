import { sql } from 'kysely'
import { compareInRanges, isInRange, type IdRange } from '#api/db/batches.ts'
import type { Db } from '#api/db/db.ts'
import { recountJob } from '#api/jobs/job.ts'

type Drift = { counter: string; id: number; stored: string; found: string }

const rowsAtOnce = 20_000

const spread = sql`array[
  count(*) filter (where rating = 1), count(*) filter (where rating = 2), count(*) filter (where rating = 3),
  count(*) filter (where rating = 4), count(*) filter (where rating = 5)]::integer[]`

const ratingsOf = (kind: 'item' | 'seller') => (range: IdRange) => {
  const column = `${kind}_id`
  return sql<Drift>`
    with
    found as (
      select ${sql.ref(column)} as id, ${spread} as spread from reviews
      where ${isInRange(column, range)} and not is_hidden group by 1
    ),
    stored as (
      select ${sql.ref(column)} as id, spread from ${sql.table(`${kind}_ratings`)}
      where ${isInRange(column, range)} and count > 0
    )
    select ${`ratings.${kind}s`} as counter, id, coalesce(stored.spread::text, '') as stored,
      coalesce(found.spread::text, '') as found
    from found full join stored using (id) where found.spread is distinct from stored.spread
    order by 2`
}

const helpfulAndHidden = (range: IdRange) => sql<Drift>`
  select 'helpful' as counter, reviews.id, helpful_count::text as stored, count(helpful_votes.member_id)::text as found
  from reviews left join helpful_votes on review_id = reviews.id
  where ${isInRange('reviews.id', range)}
  group by reviews.id having helpful_count <> count(helpful_votes.member_id)
  union all
  select 'hidden', reviews.id, is_hidden::text, (banned_at is not null)::text
  from reviews join members on members.id = author_id
  where ${isInRange('reviews.id', range)} and is_hidden <> (banned_at is not null)
  order by 1, 2`

/** Ratings and votes that differ from the reviews, and reviews that are hidden although their author is not banned, or not. */
export async function recountReviews(db: Db, size = rowsAtOnce): Promise<Drift[]> {
  return [
    ...(await compareInRanges({ db, table: 'reviews', size }, helpfulAndHidden)),
    ...(await compareInRanges({ db, table: 'items', size }, ratingsOf('item'))),
    ...(await compareInRanges({ db, table: 'members', size }, ratingsOf('seller'))),
  ]
}

export const recountReviewsNightly = recountJob({
  name: 'recount-reviews',
  cron: '52 4 * * *',
  recount: recountReviews,
  message: 'ratings differ from the reviews',
})
