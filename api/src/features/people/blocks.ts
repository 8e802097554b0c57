import { pageOf, type PageQuery } from '@rootsquare/contract/lib/paged'
import { isStaff } from '@rootsquare/contract/lib/roles'
import { sql } from 'kysely'
import { countRows } from '#api/db/count-rows.ts'
import { afterCommit, transact, type Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { lockBothMembers } from '#api/domain/lock-member.ts'
import { entryColumns, noSuchMember } from '#api/domain/visibility.ts'
import { forbidden, invalid } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

export async function blockMember(deps: Deps, viewer: Viewer, memberId: number) {
  if (viewer.id === memberId) throw invalid('You cannot block yourself.')
  await transact(deps.db, async (tx) => {
    if (!(await lockBothMembers(deps, tx, viewer, memberId))) throw noSuchMember()
    // A member who has blocked the viewer can be blocked too, because that block may end.
    const member = await tx
      .selectFrom('members')
      .select('role')
      .where('id', '=', memberId)
      .where('verified_at', 'is not', null)
      .where('banned_at', 'is', null)
      .executeTakeFirst()
    if (!member) throw noSuchMember()
    if (isStaff(member.role)) throw forbidden('Staff cannot be blocked.')
    await tx
      .insertInto('blocks')
      .values({ blocker_id: viewer.id, blocked_id: memberId, created_at: deps.clock.now() })
      .onConflict((on) => on.doNothing())
      .execute()
    await tx
      .deleteFrom('follows')
      .where('follower_id', 'in', [viewer.id, memberId])
      .where('followed_id', 'in', [viewer.id, memberId])
      .execute()
    afterCommit(tx, () => wakeBoth(deps, viewer, memberId))
  })
  return { blocked: true }
}

/** Deletes the block. It succeeds if the member is erased or was never blocked, because nothing remains to be done. */
export async function unblockMember(deps: Deps, viewer: Viewer, memberId: number) {
  if (viewer.id === memberId) throw invalid('You cannot block yourself.')
  await transact(deps.db, async (tx) => {
    await tx
      .deleteFrom('blocks')
      .where('blocker_id', '=', viewer.id)
      .where('blocked_id', '=', memberId)
      .execute()
    afterCommit(tx, () => wakeBoth(deps, viewer, memberId))
  })
  return { blocked: false }
}

/** Wakes the pages of both, because their notifications hide or show each other now. */
function wakeBoth({ bus }: Deps, viewer: Viewer, memberId: number): void {
  bus.wake([viewer.id])
  bus.notificationsChanged([memberId])
}

export async function listBlocked(db: Db, viewer: Viewer, query: PageQuery) {
  const blocked = db
    .selectFrom('blocks')
    .innerJoin('members', 'members.id', 'blocks.blocked_id')
    .where('blocker_id', '=', viewer.id)
  const total = await countRows(blocked)
  const content = await blocked
    .select(entryColumns)
    .select(sql<boolean>`false`.as('isFollowedByUser'))
    .orderBy('blocks.created_at', 'desc')
    .orderBy('members.id', 'desc')
    .limit(query.size)
    .offset(query.page * query.size)
    .execute()
  return pageOf(content, total, query)
}
