import { sql } from 'kysely'
import type { Deps } from '#api/deps.ts'
import { activeWriter, writeAs } from '#api/domain/write-as.ts'
import { uncountCall } from '#api/http/auth/rate-limits.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { requireGroup } from './membership.ts'

export async function joinGroup(deps: Deps, viewer: Viewer, groupId: number) {
  const { isNew } = await writeAs(
    deps,
    viewer,
    (writer) => insertMembership(deps, writer, groupId),
    async () => void (await requireGroup(deps.db, groupId)),
  )
  // Joining again must not count against the limit.
  if (!isNew) await uncountCall(deps, 'join', String(viewer.id))
  return { joined: true }
}

/** Ends the membership. The moderator flag is in the same row, so it ends too. */
export async function leaveGroup(deps: Deps, viewer: Viewer, groupId: number) {
  await writeAs(
    deps,
    viewer,
    (writer) => deleteMembership(deps, writer, groupId),
    async () => void (await requireGroup(deps.db, groupId)),
  )
  return { joined: false }
}

/**
 * Selects the writer and the group. The counting trigger locks the group's row last, because very many members may join it
 * at once.
 */
const writerAndGroup = ({ clock }: Deps, viewer: Viewer, groupId: number) => sql`
  writer as (${activeWriter(viewer, clock.now())}),
  allowed as (select writer.id as member_id, groups.id as group_id from writer, groups where groups.id = ${groupId})`

async function insertMembership(deps: Deps, viewer: Viewer, groupId: number) {
  const { rows } = await sql<{ isNew: boolean }>`
    with ${writerAndGroup(deps, viewer, groupId)}, joined as (
      insert into memberships (group_id, member_id, joined_at)
      select group_id, member_id, ${deps.clock.now()}::timestamptz from allowed
      on conflict do nothing returning member_id
    )
    select exists (select from joined) as "isNew" from allowed`.execute(deps.db)
  return rows[0]
}

async function deleteMembership(deps: Deps, viewer: Viewer, groupId: number) {
  const { rows } = await sql`
    with ${writerAndGroup(deps, viewer, groupId)}
    select end_membership(member_id, group_id) as is_ended from allowed`.execute(deps.db)
  return rows[0]
}
