import type { ReplyOf } from '@rootsquare/contract/endpoint'
import type * as api from '@rootsquare/contract/groups'
import { transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { lockActiveMember } from '#api/domain/lock-member.ts'
import { giveBack } from '#api/http/auth/rate-limits.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { requireGroup } from './membership.ts'

type Joined = ReplyOf<typeof api.joinGroup>

export async function joinGroup(deps: Deps, viewer: Viewer, groupId: number): Promise<Joined> {
  const isNew = await transact(deps.db, async (tx) => {
    await lockActiveMember(deps, tx, viewer)
    await requireGroup(tx, groupId)
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('memberships')
      .values({ group_id: groupId, member_id: viewer.id, joined_at: deps.clock.now() })
      .onConflict((on) => on.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  })
  // Joining again must not count against the limit either.
  if (!isNew) await giveBack(deps, 'join', String(viewer.id))
  return { joined: true }
}

/** The moderator flag is in the same row, so it ends with the membership. */
export async function exitGroup(deps: Deps, viewer: Viewer, groupId: number): Promise<Joined> {
  return transact(deps.db, async (tx) => {
    await lockActiveMember(deps, tx, viewer)
    await requireGroup(tx, groupId)
    await tx
      .deleteFrom('memberships')
      .where('group_id', '=', groupId)
      .where('member_id', '=', viewer.id)
      .execute()
    return { joined: false }
  })
}
