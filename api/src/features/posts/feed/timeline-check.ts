import { sql } from 'kysely'
import { z } from 'zod'
import { unhurried } from '#api/db/db.ts'
import type { Db } from '#api/db/db.ts'
import { job } from '#api/jobs/job.ts'

type Difference = { member_id: number; post_id: number; is_laid_out: boolean }

const maxDifferences = 1000

/**
 * Compares every filled timeline, above its floor, with the posts: what is missing, and what should not be there. Posts of
 * authors with very many followers may be missing, and so may posts whose job has not run yet.
 */
export async function checkTimelines(db: Db): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with filled as (select member_id, floor_id from timelines where is_filled),
    followed as (
      select member_id, floor_id, member_id as author_id from filled
      union all
      select member_id, floor_id, followed_id from filled join follows on follower_id = member_id
    ),
    due as (
      select followed.member_id, posts.id as post_id, posts.is_fanned_out,
        exists (select from high_fanout_authors where high_fanout_authors.member_id = posts.author_id) as is_high_fanout
      from followed join posts using (author_id)
      where posts.id > floor_id and not is_hidden
    ),
    laid as (
      select member_id, post_id from timeline_posts join filled using (member_id) where post_id > floor_id
    )
    select member_id, post_id, laid.post_id is not null as is_laid_out
    from due full join laid using (member_id, post_id)
    where due.post_id is null or (laid.post_id is null and due.is_fanned_out and not due.is_high_fanout)
    order by 1, 2 limit ${maxDifferences}`.execute(db)
  return rows
}

/** Logs and repairs nothing: a difference is a bug of ours, and a silent repair would hide it. */
export const checkTimelinesNightly = job({
  name: 'check-timelines',
  payload: z.object({}).loose(),
  cron: '7 3 * * *',
  async run({ db, log }) {
    const differences = await unhurried(db, checkTimelines)
    if (differences.length > 0)
      log.error({ count: differences.length, first: differences[0] }, 'timelines differ from the posts')
  },
})
