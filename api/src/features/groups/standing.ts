import { sql } from 'kysely'
import type { Standing } from '@rootsquare/contract/groups'
import { isStaff } from '@rootsquare/contract/roles'
import type { Db } from '#api/db/db.ts'
import type { Viewer } from '#api/http/viewer.ts'
import { noSuchGroup } from './groups.ts'

export async function getStanding(db: Db, viewer: Viewer, groupId: number): Promise<Standing> {
  const group = await db
    .selectFrom('groups')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.group_id', '=', 'groups.id').on('memberships.member_id', '=', viewer.id),
    )
    .select([
      sql<boolean>`memberships.member_id is not null`.as('joined'),
      sql<boolean>`coalesce(memberships.is_moderator, false)`.as('moderator'),
      openProposals(viewer).as('openProposals'),
    ])
    .where('groups.id', '=', groupId)
    .executeTakeFirst()
  if (!group) throw noSuchGroup()
  const { joined, moderator } = group
  const isTrusted = moderator || isStaff(viewer.role)
  return {
    ...group,
    can: {
      post: joined,
      propose: joined,
      edit: isTrusted,
      appoint: isStaff(viewer.role),
      analytics: isTrusted,
    },
  }
}

/** As many as the list of proposals shows: what a banned member proposed is in neither. */
function openProposals({ role }: Viewer) {
  return sql<number>`case when ${isStaff(role)} or memberships.is_moderator then (
    select count(*) from proposals join members on members.id = proposals.member_id
    where proposals.group_id = groups.id and proposals.state = 'OPEN' and members.banned_at is null
  ) else 0 end`
}
