import { sql } from 'kysely'
import { withLongTimeout, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { anotherPeopleSlug } from '#api/domain/another-people.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { lockActiveMember } from '#api/domain/lock-member.ts'
import { sendSystemMessages } from '#api/domain/system-messages.ts'
import { invalid, notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

type Group = { id: number; name: string }

/** Moves everybody who named a people to its group. A name with very many members takes longer than other calls may. */
export function moveNamedGroup(deps: Deps, viewer: Viewer, id: number, groupId: number) {
  return withLongTimeout(deps.db, async (tx) => {
    const group = await requireGroupOfPeople(tx, groupId)
    const memberIds = await takeMembers(deps, tx, viewer, id)
    const moved = await changeGroup(tx, memberIds, { groupId, now: deps.clock.now() })
    const text = `${group.name} now has a group here, and you are in it: you told us at sign-up that these are your people. You have left the group "Another people".`
    await sendSystemMessages(
      deps,
      tx,
      moved.map((memberId) => ({ memberId, text })),
    )
    const target = { type: 'group', id: groupId } as const
    const detail = moved.length === 1 ? '1 member' : `${moved.length} members`
    await recordAudit(deps, tx, viewer, { action: 'MOVE_NAMED_GROUP', target, detail })
    return { moved: moved.length }
  })
}

async function requireGroupOfPeople(tx: Tx, groupId: number): Promise<Group> {
  const group = await tx
    .selectFrom('groups')
    .select(['id', 'name', 'slug'])
    .where('id', '=', groupId)
    .executeTakeFirst()
  if (!group) throw invalid({ groupId: 'This group does not exist.' })
  if (group.slug === anotherPeopleSlug) throw invalid({ groupId: 'Choose the group of these people.' })
  return group
}

/**
 * Locks the viewer and those who gave this name, by id as everywhere, and deletes the name. Of two calls at once the
 * second finds nobody. Those who have not verified their address yet are included, so that they join the right group.
 */
async function takeMembers(deps: Deps, tx: Tx, viewer: Viewer, id: number): Promise<number[]> {
  const sameName = sql<boolean>`folded = (select folded from proposed_groups where id = ${id})`
  const named = tx.selectFrom('proposed_groups').select('member_id').where(sameName)
  await tx
    .selectFrom('members')
    .select('id')
    .where(({ or, eb }) => or([eb('id', 'in', named), eb('id', '=', viewer.id)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await lockActiveMember(deps, tx, viewer)
  const taken = await tx.deleteFrom('proposed_groups').where(sameName).returning('member_id').execute()
  if (taken.length === 0) throw notFound('Nobody is waiting under this name any more.')
  return taken.map(({ member_id }) => member_id)
}

/** Returns those who were moved. Others only have another group when they verify their address. */
async function changeGroup(
  tx: Tx,
  memberIds: number[],
  { groupId, now }: { groupId: number; now: Date },
): Promise<number[]> {
  const members = await tx
    .updateTable('members')
    .set({ group_id: groupId })
    .where('id', 'in', memberIds)
    .returning(['id', sql<boolean>`verified_at is not null and banned_at is null`.as('isMember')])
    .execute()
  const moved = members.flatMap(({ id, isMember }) => (isMember ? [id] : [])).toSorted((a, b) => a - b)
  await sql`
    insert into memberships (group_id, member_id, joined_at)
    select ${groupId}, id, ${now} from unnest(${moved}::bigint[]) as each (id) order by id
    on conflict do nothing`.execute(tx)
  await sql`
    delete from memberships where member_id = any(${moved}::bigint[])
      and group_id = (select id from groups where slug = ${anotherPeopleSlug})`.execute(tx)
  return moved
}
