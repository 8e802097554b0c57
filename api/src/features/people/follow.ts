import type { Deps } from '#api/deps.ts'
import { transact } from '#api/db/db.ts'
import type { Tx } from '#api/db/db.ts'
import { lockBothMembers } from '#api/domain/lock-member.ts'
import { invalid } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { noSuchMember, visibleMembers } from '#api/domain/visibility.ts'

export async function followMember(
  deps: Deps,
  viewer: Viewer,
  memberId: number,
): Promise<{ following: boolean }> {
  if (viewer.id === memberId) throw invalid('You cannot follow yourself.')
  await transact(deps.db, async (tx) => {
    if (!(await lockBothMembers(deps, tx, viewer, memberId))) throw noSuchMember()
    // Checked after the locks: an earlier ban or block is visible now, and a later one finds this follow.
    await requireVisible(tx, viewer, memberId)
    await tx
      .insertInto('follows')
      .values({ follower_id: viewer.id, followed_id: memberId, created_at: deps.clock.now() })
      .onConflict((on) => on.doNothing())
      .execute()
  })
  return { following: true }
}

export async function unfollowMember(
  deps: Deps,
  viewer: Viewer,
  memberId: number,
): Promise<{ following: boolean }> {
  if (viewer.id === memberId) throw invalid('You cannot follow yourself.')
  await transact(deps.db, async (tx) => {
    if (!(await lockBothMembers(deps, tx, viewer, memberId))) throw noSuchMember()
    const { numDeletedRows } = await tx
      .deleteFrom('follows')
      .where('follower_id', '=', viewer.id)
      .where('followed_id', '=', memberId)
      .executeTakeFirst()
    // A follow can be ended even after a block. Without a follow the response reveals no more than following would.
    if (numDeletedRows === 0n) await requireVisible(tx, viewer, memberId)
  })
  return { following: false }
}

async function requireVisible(tx: Tx, viewer: Viewer, memberId: number): Promise<void> {
  const visible = visibleMembers(tx, viewer).select('members.id').where('members.id', '=', memberId)
  if (!(await visible.executeTakeFirst())) throw noSuchMember()
}
