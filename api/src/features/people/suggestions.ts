import { sql } from 'kysely'
import { maxSuggestions, type MemberSuggestion } from '@rootsquare/contract/people'
import type { Db } from '#api/db/db.ts'
import { isListed } from '#api/domain/visibility.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

// Each source is limited, so that the cost is the same for a member who follows thousands.

/** Finds members followed by those whom the viewer follows. The most followed come first. */
const followedByFollowed = (viewer: Viewer) => sql`
  select theirs.followed_id as id, 'FOLLOWED_BY_FOLLOWED' as reason, count(*) as weight
  from (select followed_id from follows where follower_id = ${viewer.id} limit 100) own
    join lateral (select followed_id from follows where follower_id = own.followed_id limit 100) theirs on true
  group by 1`

/**
 * Finds members of the viewer's groups: the newest, those who write there, and those whom the newest follow. Members who
 * hide their own group are not found through it. The subqueries instead of joins, and `between` instead of `=`, make
 * PostgreSQL use the indexes: its estimates would otherwise make it read all members, or all posts for a group without
 * posts.
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

/** Finds members who have written lately and new members, so that the list is never empty. */
const activeAndNew = sql`
  (select author_id, 'POPULAR', 0 from (select author_id from posts order by id desc limit 1000) latest group by 1)
  union all
  (select id, 'POPULAR', 0 from members order by id desc limit 100)`

/** Suggests members. For each reason, those who have written come first, because the others have nothing to read yet. */
export async function suggestMembers(db: Db, viewer: Viewer, now: Date) {
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
