import { sql } from 'kysely'
import type { OfMember } from '@rootsquare/contract/people'
import { pageOf } from '@rootsquare/contract/lib/paged'
import type { Db } from '#api/db/db.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { canOpenProfile, noSuchMember } from '#api/domain/visibility.ts'
import { groupColumns, shapeGroup } from '#api/features/groups/list/group-rows.ts'

export async function listMemberGroups(db: Db, viewer: Viewer, query: OfMember) {
  const memberId = query.userId ?? viewer.id
  const member = await db
    .selectFrom('members')
    .select((row) =>
      row
        .selectFrom('memberships')
        .select((joined) => joined.fn.countAll<number>().as('total'))
        .whereRef('memberships.member_id', '=', 'members.id')
        .where(isShown(viewer))
        .as('total'),
    )
    .where('members.id', '=', memberId)
    .where(canOpenProfile(viewer))
    .executeTakeFirst()
  if (!member) throw noSuchMember()
  const content = await db
    .selectFrom('memberships')
    .innerJoin('members', 'members.id', 'memberships.member_id')
    .innerJoin('groups', 'groups.id', 'memberships.group_id')
    .select(groupColumns)
    .where('members.id', '=', memberId)
    .where(isShown(viewer))
    .orderBy('groups.sort_name')
    .orderBy('groups.id')
    .limit(query.size)
    .offset(query.page * query.size)
    .execute()
  return pageOf(content.map(shapeGroup), Number(member.total), query)
}

/** Matches groups that the viewer may see. A hidden own group is omitted, because the membership would reveal it. */
function isShown({ id }: Viewer) {
  return sql<boolean>`(
    members.id = ${id} or members.shows_group or memberships.group_id is distinct from members.group_id
  )`
}
