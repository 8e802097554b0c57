import { sql } from 'kysely'
import { afterWrite, type Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { noSuchMember, visibleMembers } from '#api/domain/visibility.ts'
import { isActiveWriter, writeAs } from '#api/domain/write-as.ts'
import { invalid } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

export async function followMember(deps: Deps, viewer: Viewer, memberId: number) {
  await changeFollow(deps, viewer, memberId, follow)
  return { following: true }
}

export async function unfollowMember(deps: Deps, viewer: Viewer, memberId: number) {
  await changeFollow(deps, viewer, memberId, unfollow)
  return { following: false }
}

async function changeFollow(
  deps: Deps,
  viewer: Viewer,
  memberId: number,
  change: typeof follow,
): Promise<void> {
  if (viewer.id === memberId) throw invalid('You cannot follow yourself.')
  await writeAs(
    deps,
    viewer,
    (writer) => change(deps, writer, memberId),
    (writer) => requireVisible(deps.db, writer, memberId),
  )
}

/**
 * Locks both members and selects whether the writer sees the other. An earlier ban or block is seen here, and a later one
 * finds the follow. The lower id is locked first, as in the triggers that count, so that two who follow each other never
 * deadlock.
 */
const lockPair = ({ clock }: Deps, viewer: Viewer, memberId: number) => sql`
  pair as materialized (
    select id, verified_at is not null and banned_at is null as is_open from members
    where id in (${viewer.id}, ${memberId}) and (id = ${memberId} or ${isActiveWriter(viewer, clock.now())})
    order by id for no key update
  ), locked as materialized (
    select min(id) as lower_id, max(id) as higher_id, bool_and(is_open) as is_open from pair having count(*) = 2
  ), visible as materialized (
    select from locked where is_open and not has_block(lower_id, higher_id)
  )`

/** Returns undefined if the other is not visible. */
async function follow(deps: Deps, viewer: Viewer, memberId: number): Promise<true | undefined> {
  const { rows } = await sql<{ woken_id: number | null }>`
    with ${lockPair(deps, viewer, memberId)}
    select start_follow(${viewer.id}, ${memberId}, ${deps.clock.now()}) as woken_id from visible`.execute(
    deps.db,
  )
  const [followed] = rows
  if (!followed) return undefined
  if (followed.woken_id !== null) afterWrite(deps.db, () => deps.bus.notificationsChanged([memberId]))
  return true
}

/** Deletes the follow, even after a block. Without a follow the response reveals no more than following would. */
async function unfollow(deps: Deps, viewer: Viewer, memberId: number): Promise<true | undefined> {
  const { rows } = await sql<{ is_ended: boolean }>`
    with ${lockPair(deps, viewer, memberId)}, ended as (
      select end_follow(${viewer.id}, ${memberId}) as is_ended from locked
    )
    select is_ended from ended where is_ended or exists (select from visible)`.execute(deps.db)
  const [ended] = rows
  if (!ended) return undefined
  if (ended.is_ended) afterWrite(deps.db, () => deps.bus.notificationsChanged([memberId]))
  return true
}

async function requireVisible(db: Db, viewer: Viewer, memberId: number): Promise<void> {
  const visible = visibleMembers(db, viewer).select('members.id').where('members.id', '=', memberId)
  if (!(await visible.executeTakeFirst())) throw noSuchMember()
}
