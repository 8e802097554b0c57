import type { Db } from '#api/db/db.ts'
import { forbidden } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { noSuchGroup } from '#api/features/groups/list/groups.ts'

/**
 * Rejects a viewer who is not a member of the group. `notMemberText` says what one must join for. A caller that writes has
 * locked the member before: see lockActiveMember.
 */
export async function requireMembership(
  db: Db,
  viewer: Viewer,
  groupId: number,
  notMemberText: string,
): Promise<void> {
  const group = await db
    .selectFrom('groups')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.group_id', '=', 'groups.id').on('memberships.member_id', '=', viewer.id),
    )
    .select('memberships.member_id')
    .where('groups.id', '=', groupId)
    .executeTakeFirst()
  if (!group) throw noSuchGroup()
  if (group.member_id === null) throw forbidden(notMemberText, 'NOT_A_MEMBER')
}

export async function requireGroup(db: Db, groupId: number): Promise<{ name: string }> {
  const group = await db.selectFrom('groups').select('name').where('id', '=', groupId).executeTakeFirst()
  if (!group) throw noSuchGroup()
  return group
}
