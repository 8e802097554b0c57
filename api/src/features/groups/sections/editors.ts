import { sql } from 'kysely'
import { isStaff } from '@rootsquare/contract/lib/roles'
import type { Db } from '#api/db/db.ts'
import { forbidden } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { noSuchGroup } from '#api/features/groups/list/groups.ts'

type GroupColumn = 'groups.id' | 'proposals.group_id' | 'reports.group_id' | 'report_counts.group_id'

/**
 * Moderators and staff write the sections of a group, decide on proposals and resolve reports. An array instead of EXISTS,
 * because it is read once for a whole list, and an index finds its groups.
 */
export function mayEdit({ id, role }: Viewer, group: GroupColumn) {
  if (isStaff(role)) return sql<boolean>`true`
  return sql<boolean>`${sql.ref(group)} = any(array(
    select own.group_id from memberships as own where own.member_id = ${id} and own.is_moderator
  ))`
}

export async function requireEditor(db: Db, viewer: Viewer, groupId: number): Promise<void> {
  const group = await db
    .selectFrom('groups')
    .select(mayEdit(viewer, 'groups.id').as('mayEdit'))
    .where('id', '=', groupId)
    .executeTakeFirst()
  if (!group) throw noSuchGroup()
  if (!group.mayEdit) throw forbidden()
}
