import { sql } from 'kysely'
import { isStaff } from '@rootsquare/contract/lib/roles'
import type { Db } from '#api/db/db.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { canEditGroup } from '#api/features/groups/sections/editors.ts'
import { noSuchGroup } from '#api/features/groups/list/groups.ts'
import { selectVisibleProposals } from '#api/features/groups/proposals/proposal-rows.ts'

export async function getMembership(db: Db, viewer: Viewer, groupId: number) {
  const group = await db
    .selectFrom('groups')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.group_id', '=', 'groups.id').on('memberships.member_id', '=', viewer.id),
    )
    .select([
      sql<boolean>`memberships.member_id is not null`.as('joined'),
      sql<boolean>`coalesce(memberships.is_moderator, false)`.as('moderator'),
      canEditGroup(viewer, 'groups.id').as('may_edit'),
      selectVisibleProposals(db, viewer, { groupId, state: 'OPEN' })
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
    // A member who may not decide would only count their own proposals.
    openProposals: may_edit ? (open ?? 0) : 0,
  }
}
