import { sql } from 'kysely'
import { isStaff } from '@rootsquare/contract/lib/roles'
import type { Db } from '#api/db/db.ts'
import { forbidden } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { noSuchGroup } from '#api/features/groups/list/groups.ts'

type GroupColumn = 'groups.id' | 'proposals.group_id' | 'reports.group_id' | 'report_counts.group_id'

/**
 * Matches groups whose sections the viewer may write. These are moderators of the group and staff, who also decide on
 * proposals and resolve reports. It is an array instead of EXISTS, because the array is read once for a whole list and an
 * index finds its groups.
 */
export function canEditGroup({ id, role }: Viewer, group: GroupColumn) {
  if (isStaff(role)) return sql<boolean>`true`
  return sql<boolean>`${sql.ref(group)} = any(array(
    select own.group_id from memberships as own where own.member_id = ${id} and own.is_moderator
  ))`
}

export async function requireEditor(db: Db, viewer: Viewer, groupId: number): Promise<void> {
  const group = await db
    .selectFrom('groups')
    .select(canEditGroup(viewer, 'groups.id').as('mayEdit'))
    .where('id', '=', groupId)
    .executeTakeFirst()
  if (!group) throw noSuchGroup()
  if (!group.mayEdit) throw forbidden()
}
