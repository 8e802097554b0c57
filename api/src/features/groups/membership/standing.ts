import { sql } from 'kysely'
import type { Standing } from '@rootsquare/contract/groups'
import { isStaff } from '@rootsquare/contract/lib/roles'
import type { Db } from '#api/db/db.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { mayEdit } from '#api/features/groups/sections/editors.ts'
import { noSuchGroup } from '#api/features/groups/list/groups.ts'
import { seenProposals } from '#api/features/groups/proposals/proposal-rows.ts'

export async function getStanding(db: Db, viewer: Viewer, groupId: number): Promise<Standing> {
  const group = await db
    .selectFrom('groups')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.group_id', '=', 'groups.id').on('memberships.member_id', '=', viewer.id),
    )
    .select([
      sql<boolean>`memberships.member_id is not null`.as('joined'),
      sql<boolean>`coalesce(memberships.is_moderator, false)`.as('moderator'),
      mayEdit(viewer, 'groups.id').as('may_edit'),
      seenProposals(db, viewer, { groupId, state: 'OPEN' })
        .select((row) => row.fn.countAll<number>().as('open'))
        .as('open'),
    ])
    .where('groups.id', '=', groupId)
    .executeTakeFirst()
  if (!group) throw noSuchGroup()
  const { joined, moderator, may_edit, open } = group
  return {
    joined,
    moderator,
    can: {
      post: joined,
      propose: joined,
      edit: may_edit,
      appoint: isStaff(viewer.role),
      analytics: may_edit,
    },
    // A member who decides on nothing sees their own proposals there.
    openProposals: may_edit ? (open ?? 0) : 0,
  }
}
