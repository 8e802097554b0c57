import { sql } from 'kysely'
import { maxSuggestions, type MemberSuggestion } from '@rootsquare/contract/people'
import type { Db } from '#api/db/db.ts'
import { isListed } from '#api/domain/visibility.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

// Each source is bounded, so that the cost is the same for a member who follows thousands.

/** Whom the followed follow; those whom most of them follow first. */
const followedByFollowed = (viewer: Viewer) => sql`
  select theirs.followed_id as id, 'FOLLOWED_BY_FOLLOWED' as reason, count(*) as weight
  from (select followed_id from follows where follower_id = ${viewer.id} limit 100) own
    join lateral (select followed_id from follows where follower_id = own.followed_id limit 100) theirs on true
  group by 1`

/**
 * In the groups one has joined: the newest, those who write there, and those whom the newest follow. Whoever hides the own
 * group is not found by it. Subqueries in place of joins, and `between` in place of `=`, leave PostgreSQL nothing but an index:
 * by its estimates it reads all members, or all posts for a group that has none.
 */
const inSameGroups = (viewer: Viewer) => sql`
  select near.member_id, 'SAME_GROUP', count(*)
  from (select group_id from memberships where member_id = ${viewer.id} limit 20) own
    join lateral (
      with newest as materialized (
        select member_id from memberships where group_id = own.group_id
        order by is_moderator desc, joined_at desc, member_id desc limit 50
      ), known as (
        select author_id as member_id from (
          select author_id from posts where group_id between own.group_id and own.group_id
          order by group_id desc, id desc limit 50
        ) latest
        union
        select theirs.followed_id from (select member_id from newest limit 10) few
          join lateral (select followed_id from follows where follower_id = few.member_id limit 10) theirs on true
      )
      select member_id from newest
      union
      select member_id from known
      where (select true from memberships where group_id = own.group_id and member_id = known.member_id)
    ) near on true
  where (select shows_group or own.group_id is distinct from group_id from members where id = near.member_id)
  group by 1`

/** Who has written lately, and who is new: there is always somebody. */
const activeAndNew = sql`
  (select author_id, 'POPULAR', 0 from (select author_id from posts order by id desc limit 1000) latest group by 1)
  union all
  (select id, 'POPULAR', 0 from members order by id desc limit 100)`

/** Of each kind those who have written come first: of the others there is nothing to read. */
export async function suggestMembers(db: Db, viewer: Viewer, now: Date): Promise<MemberSuggestion[]> {
  const { rows } = await sql<MemberSuggestion>`
    with found as (
      ${followedByFollowed(viewer)} union all ${inSameGroups(viewer)} union all ${activeAndNew}
    ), best as (
      select distinct on (id) id, reason, weight, array_position(${reasonsInOrder}, reason) as place from found
      order by id, place
    )
    select members.id, username, firstname, lastname, profile_image as "profileImage", false as "isFollowedByUser", reason
    from best join members using (id)
    where ${isListed(viewer)} and members.id <> ${viewer.id}
      and (suspended_until is null or suspended_until <= ${now})
      and not exists (select from follows where follower_id = ${viewer.id} and followed_id = members.id)
    order by place, posts_count > 0 desc, weight desc, followers_count desc, members.id
    limit ${maxSuggestions}`.execute(db)
  return rows
}

const reasonsInOrder = sql`array['FOLLOWED_BY_FOLLOWED', 'SAME_GROUP', 'POPULAR']`
