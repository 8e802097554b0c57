import { sql } from 'kysely'
import type { ReplyOf } from '@rootsquare/contract/lib/endpoint'
import type * as api from '@rootsquare/contract/groups'
import type { Deps } from '#api/deps.ts'
import { activeWriter, writeAs } from '#api/domain/write-as.ts'
import { giveBack } from '#api/http/auth/rate-limits.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { requireGroup } from './membership.ts'

type Joined = ReplyOf<typeof api.joinGroup>

export async function joinGroup(deps: Deps, viewer: Viewer, groupId: number): Promise<Joined> {
  const { isNew } = await writeAs(
    deps,
    viewer,
    (writer) => insertMembership(deps, writer, groupId),
    async () => void (await requireGroup(deps.db, groupId)),
  )
  // Joining again must not count against the limit either.
  if (!isNew) await giveBack(deps, 'join', String(viewer.id))
  return { joined: true }
}

/** The moderator flag is in the same row, so it ends with the membership. */
export async function exitGroup(deps: Deps, viewer: Viewer, groupId: number): Promise<Joined> {
  await writeAs(
    deps,
    viewer,
    (writer) => deleteMembership(deps, writer, groupId),
    async () => void (await requireGroup(deps.db, groupId)),
  )
  return { joined: false }
}

/** The group's row is locked by the trigger that counts, last of all, because very many may join it at once. */
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
