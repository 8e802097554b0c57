import { sql } from 'kysely'
import { compareInRanges, isInRange, type IdRange } from '#api/db/batches.ts'
import type { Db } from '#api/db/db.ts'
import { recountJob } from '#api/jobs/job.ts'

type Difference = { member_id: number; post_id: number; is_laid_out: boolean }

const membersAtOnce = 5000

const timelinesOf = (range: IdRange) => sql<Difference>`
  with filled as (select member_id, floor_id from timelines where is_filled and ${isInRange('member_id', range)}),
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
  order by 1, 2`

/**
 * Compares every filled timeline, above its floor, with the posts. It finds missing and surplus posts. Posts of authors
 * with very many followers may be missing, and so may posts whose job has not run yet.
 */
export const checkTimelines = (db: Db, size = membersAtOnce) =>
  compareInRanges({ db, table: 'timelines', column: 'member_id', size }, timelinesOf)

export const checkTimelinesNightly = recountJob({
  name: 'check-timelines',
  cron: '7 3 * * *',
  recount: checkTimelines,
  message: 'timelines differ from the posts',
})
