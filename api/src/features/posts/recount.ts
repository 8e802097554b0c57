import { sql } from 'kysely'
import { compareInRanges, isInRange, type IdRange } from '#api/db/batches.ts'
import type { Db } from '#api/db/db.ts'
import { recountJob } from '#api/jobs/job.ts'

type Drift = { counter: string; id: number; stored: number; found: number }

/**
 * Members and groups are compared in large ranges, because their posts are scattered over the table, which is read
 * completely for each range.
 */
const sizes = { members: 100_000, groups: 1000, posts: 20_000, comments: 20_000 }

const memberCounters = (range: IdRange) => sql<Drift>`
  select counter, id, stored, coalesce(found, 0) as found
  from members
    left join (select followed_id as id, count(*) as n from follows where ${isInRange('followed_id', range)} group by 1) followers using (id)
    left join (select follower_id as id, count(*) as n from follows where ${isInRange('follower_id', range)} group by 1) following using (id)
    left join (
      select author_id as id, count(*) as n from posts where ${isInRange('author_id', range)} and not is_hidden group by 1
    ) written using (id)
    left join (select member_id as id, count(*) as n from memberships where ${isInRange('member_id', range)} group by 1) joined using (id)
    left join (
      select seller_id as id, count(*) as n from items where ${isInRange('seller_id', range)} and is_approved and not is_hidden
      group by 1
    ) offered using (id)
    cross join lateral (values
      ('members.followers', followers_count, followers.n), ('members.following', following_count, following.n),
      ('members.posts', posts_count, written.n), ('members.groups', groups_count, joined.n),
      ('members.items', items_count, offered.n)
    ) as each (counter, stored, found)
  where ${isInRange('members.id', range)} and stored <> coalesce(found, 0)
  order by 1, 2`

const groupCounters = (range: IdRange) => sql<Drift>`
  select 'groups.members' as counter, id, members_count as stored, coalesce(n, 0) as found
  from groups
    left join (select group_id as id, count(*) as n from memberships where ${isInRange('group_id', range)} group by 1) joined using (id)
  where ${isInRange('groups.id', range)} and members_count <> coalesce(n, 0)
  order by 2`

const postCounters = (range: IdRange) => sql<Drift>`
  select counter, id, stored, coalesce(found, 0) as found
  from posts
    left join (select post_id as id, count(*) as n from likes where ${isInRange('post_id', range)} group by 1) liked using (id)
    left join (
      select post_id as id, count(*) as n from comments where ${isInRange('post_id', range)} and not is_hidden group by 1
    ) commented using (id)
    cross join lateral (values
      ('posts.likes', likes_count, liked.n), ('posts.comments', comments_count, commented.n)
    ) as each (counter, stored, found)
  where ${isInRange('posts.id', range)} and stored <> coalesce(found, 0)
  order by 1, 2`

const commentCounters = (range: IdRange) => sql<Drift>`
  select counter, id, stored, coalesce(found, 0) as found
  from comments
    left join (
      select parent_id as id, count(*) as n from comments where ${isInRange('parent_id', range)} and not is_hidden group by 1
    ) answered using (id)
    left join (
      select comment_id as id, count(*) as n from comment_likes where ${isInRange('comment_id', range)} group by 1
    ) liked using (id)
    cross join lateral (values
      ('comments.replies', reply_count, answered.n), ('comments.likes', likes_count, liked.n)
    ) as each (counter, stored, found)
  where ${isInRange('comments.id', range)} and stored <> coalesce(found, 0)
  order by 1, 2`

/** Finds every counter that differs from the rows that it counts. */
export async function recountPosts(db: Db, { members, groups, posts, comments } = sizes): Promise<Drift[]> {
  return [
    ...(await compareInRanges({ db, table: 'comments', size: comments }, commentCounters)),
    ...(await compareInRanges({ db, table: 'groups', size: groups }, groupCounters)),
    ...(await compareInRanges({ db, table: 'members', size: members }, memberCounters)),
    ...(await compareInRanges({ db, table: 'posts', size: posts }, postCounters)),
  ]
}

export const recountPostsNightly = recountJob({
  name: 'recount',
  cron: '37 3 * * *',
  recount: recountPosts,
  message: 'counters differ from the rows they count',
})
