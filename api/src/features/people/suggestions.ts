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

/** The newest in the groups one has joined. Whoever hides the own group is not found by it. */
const inSameGroups = (viewer: Viewer) => sql`
  select newest.member_id, 'SAME_GROUP', count(*)
  from (select group_id from memberships where member_id = ${viewer.id} limit 20) own
    join lateral (
      select member_id, group_id from memberships where group_id = own.group_id
      order by is_moderator desc, joined_at desc, member_id desc limit 50
    ) newest on true
    join members on members.id = newest.member_id
  where shows_group or newest.group_id is distinct from members.group_id
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
