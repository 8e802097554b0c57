import { sql } from 'kysely'
import type { GroupMembersQuery } from '@rootsquare/contract/groups'
import { pageOf } from '@rootsquare/contract/lib/paged'
import { isStaff } from '@rootsquare/contract/lib/roles'
import type { Db } from '#api/db/db.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { blockedEitherWay, entryColumns, isFollowed, isListed } from '#api/domain/visibility.ts'
import { memberHasEveryWord } from '#api/domain/search/member-search.ts'
import { noSuchGroup } from '#api/features/groups/list/groups.ts'

export async function listGroupMembers(db: Db, viewer: Viewer, groupId: number, query: GroupMembersQuery) {
  const total = await (query.q ? countMatching : countAll)(db, viewer, groupId, query)
  if (total === undefined) throw noSuchGroup()
  const content = await shownMembers(db, viewer, groupId, query)
    .select([...entryColumns, 'memberships.is_moderator as isModerator'])
    .select(isFollowed(viewer).as('isFollowedByUser'))
    .orderBy('memberships.is_moderator', 'desc')
    .orderBy('memberships.joined_at', 'desc')
    .orderBy('memberships.member_id', 'desc')
    .limit(query.size)
    .offset(query.page * query.size)
    .execute()
  return pageOf(content, total, query)
}

function shownMembers(db: Db, viewer: Viewer, groupId: number, { q }: GroupMembersQuery) {
  return db
    .selectFrom('memberships')
    .innerJoin('members', 'members.id', 'memberships.member_id')
    .where('memberships.group_id', '=', groupId)
    .where(isShown(viewer, groupId))
    .$if(Boolean(q), (members) => members.where(memberHasEveryWord(q ?? '')))
}

/**
 * Matches members that the viewer sees in the group. A member who hides the own group is visible in it only to themselves
 * and to staff, who are not affected by blocks. Moderators are always visible.
 */
function isShown(viewer: Viewer, groupId: number) {
  if (isStaff(viewer.role)) {
    return sql<boolean>`(members.verified_at is not null and members.banned_at is null)`
  }
  return sql<boolean>`(${isListed(viewer)} and (
    members.shows_group or memberships.is_moderator or members.group_id is distinct from ${groupId}
      or members.id = ${viewer.id}
  ))`
}

type CountMembers = (
  db: Db,
  viewer: Viewer,
  groupId: number,
  query: GroupMembersQuery,
) => Promise<number | undefined>

/** Counts the members that match the search. Returns undefined if the group does not exist. */
const countMatching: CountMembers = async (db, viewer, groupId, query) => {
  const found = shownMembers(db, viewer, groupId, query).select((row) =>
    row.fn.countAll<number>().as('total'),
  )
  const group = await db
    .selectFrom('groups')
    .select(sql<number>`(${found})`.as('total'))
    .where('id', '=', groupId)
    .executeTakeFirst()
  return group?.total
}

/**
 * Returns the counter minus the few members who are not shown, so that a hundred thousand members are not counted for each
 * page. A ban ends every membership, and unverified members have none.
 */
const countAll: CountMembers = async (db, viewer, groupId) => {
  const group = await db
    .selectFrom('groups')
    .select(['members_count', countHidden(viewer, groupId).as('hidden')])
    .where('id', '=', groupId)
    .executeTakeFirst()
  return group && group.members_count - group.hidden
}

/** Counts the members of the group who are hidden from the viewer. Indexes find the few who may be hidden. */
function countHidden(viewer: Viewer, groupId: number) {
  if (isStaff(viewer.role)) return sql<number>`0`
  return sql<number>`(
    select count(*) from (
      select unnest(array${blockedEitherWay(viewer)}) as id
      union select id from members where group_id = ${groupId} and not shows_group
    ) few
    where (
      select not ${isShown(viewer, groupId)} from memberships join members on members.id = memberships.member_id
      where memberships.group_id = ${groupId} and memberships.member_id = few.id
    )
  )`
}
