import { sql } from 'kysely'
import type { GroupSuggestion } from '@rootsquare/contract/groups'
import { maxSuggestions } from '@rootsquare/contract/people'
import type { Db } from '#api/db/db.ts'
import { anotherPeopleSlug } from '#api/domain/another-people.ts'
import { groupColumns, shapeGroup } from '#api/features/groups/list/group-rows.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

/** Selects the states of the member's own group and addresses. */
const ownStates = ({ id }: Viewer) => sql<string[]>`array(
  select unnest(own.state_codes) from members join groups own on own.id = group_id where members.id = ${id}
  union select state_code from addresses where member_id = ${id})`

/** Counts the followed members in the group. Members who hide their own group are not counted in it. */
const countFriends = ({ id }: Viewer) => sql<number>`(
  select count(*) from (select followed_id from follows where follower_id = ${id} limit 500) followed
    join memberships on memberships.group_id = groups.id and memberships.member_id = followed_id
    join members on members.id = followed_id
  where shows_group or memberships.group_id is distinct from members.group_id)`

/**
 * Suggests groups of one people. There are a few hundred, so all are ranked: groups in use come first, then near ones, those of friends,
 * and the largest.
 */
export async function suggestGroups(db: Db, viewer: Viewer) {
  const isUsed = sql<boolean>`members_count > 0 or exists (
    select from posts where posts.group_id = groups.id and not posts.is_hidden)`
  const isNear = sql<boolean>`state_codes && ${ownStates(viewer)}`
  const rows = await db
    .selectFrom('groups')
    .select(groupColumns)
    .select(
      sql<
        GroupSuggestion['reason']
      >`case when ${isNear} then 'OWN_STATE' when ${countFriends(viewer)} > 0 then 'FRIENDS'
        else 'POPULAR' end`.as('reason'),
    )
    .where(
      sql<boolean>`not exists (select from memberships where group_id = groups.id and member_id = ${viewer.id})`,
    )
    .where('slug', 'is distinct from', anotherPeopleSlug)
    .orderBy(isUsed, 'desc')
    .orderBy(isNear, 'desc')
    .orderBy(countFriends(viewer), 'desc')
    .orderBy('members_count', 'desc')
    .orderBy('sort_name')
    .limit(maxSuggestions)
    .execute()
  return rows.map(shapeGroup)
}
