import { sql } from 'kysely'
import { z } from 'zod'
import { unhurried } from '#api/db/db.ts'
import type { Db } from '#api/db/db.ts'
import { job } from '#api/jobs/job.ts'

type Drift = { counter: string; id: number; stored: number; found: number }

const maxDifferences = 1000

const commentCounters = sql`
  select counter, comments.id, stored, coalesce(found, 0)
  from comments
    left join (select parent_id as id, count(*) as n from comments where not is_hidden group by 1) answered using (id)
    left join (select comment_id as id, count(*) as n from comment_likes group by 1) liked using (id)
    cross join lateral (values
      ('comments.replies', reply_count, answered.n), ('comments.likes', likes_count, liked.n)
    ) as each (counter, stored, found)`

/** Every counter that differs from the rows it counts, in one statement and so in one snapshot of the database. */
export async function recount(db: Db): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    with
    followers as (select followed_id as id, count(*) as n from follows group by 1),
    following as (select follower_id as id, count(*) as n from follows group by 1),
    written as (select author_id as id, count(*) as n from posts where not is_hidden group by 1),
    joined as (select member_id as id, count(*) as n from memberships group by 1),
    offered as (select seller_id as id, count(*) as n from items where is_approved and not is_hidden group by 1),
    peopled as (select group_id as id, count(*) as n from memberships group by 1),
    liked as (select post_id as id, count(*) as n from likes group by 1),
    commented as (select post_id as id, count(*) as n from comments where not is_hidden group by 1),
    counted as (
      select counter, members.id, stored, coalesce(found, 0) as found
      from members
        left join followers using (id) left join following using (id) left join written using (id)
        left join joined using (id) left join offered using (id)
        cross join lateral (values
          ('members.followers', followers_count, followers.n), ('members.following', following_count, following.n),
          ('members.posts', posts_count, written.n), ('members.groups', groups_count, joined.n),
          ('members.items', items_count, offered.n)
        ) as each (counter, stored, found)
      union all
      select 'groups.members', id, members_count, coalesce(n, 0) from groups left join peopled using (id)
      union all
      select counter, posts.id, stored, coalesce(found, 0)
      from posts left join liked using (id) left join commented using (id)
        cross join lateral (values
          ('posts.likes', likes_count, liked.n), ('posts.comments', comments_count, commented.n)
        ) as each (counter, stored, found)
      union all
      ${commentCounters}
    )
    select counter, id, stored, found from counted where stored <> found order by counter, id
    limit ${maxDifferences}`.execute(db)
  return rows
}

/** Logs and repairs nothing: drift is a bug of ours, and a silent repair would hide it. */
export const recountNightly = job({
  name: 'recount',
  payload: z.object({}).loose(),
  cron: '37 3 * * *',
  async run({ db, log }) {
    const drift = await unhurried(db, recount)
    if (drift.length > 0)
      log.error({ count: drift.length, first: drift[0] }, 'counters differ from the rows they count')
  },
})
