import type { Tx } from '#api/db/db.ts'
import { outcome } from '#api/features/groups/decide-proposal.ts'
import { putVersion } from '#api/features/groups/section-words.ts'
import type { Place } from '#api/features/groups/section-words.ts'
import { inDays, inHours } from '#api/ports/clock/clock.ts'
import { finder, groupOf } from './demo-posts.ts'
import type { Person } from './demo-people.ts'
import type { DemoProposal, DemoSections } from './files.ts'
import { fillSections } from './reference.ts'

type World = { people: Person[]; now: Date }

const host = 'ene.ochigbo'

/** In the order of time: first what the product knew, then what an admin asked, then what people wrote. */
export async function insertSections(tx: Tx, world: World, sections: DemoSections): Promise<void> {
  const { people, now } = world
  await backdate(tx, people)
  await invite(tx, world, sections.invitations)
  const find = finder(people)
  for (const { groupSlug, name, author, hoursAgo, ...words } of sections.versions.toSorted(oldestFirst)) {
    const place = { groupId: groupOf(people, groupSlug), name }
    await putVersion(clockAt(inHours(now, -hoursAgo)), tx, place, { ...words, authorId: find(author).id })
  }
  for (const proposal of sections.proposals.toSorted(oldestFirst)) await insertProposal(tx, world, proposal)
}

const oldestFirst = (one: { hoursAgo: number }, other: { hoursAgo: number }) => other.hoursAgo - one.hoursAgo

const clockAt = (moment: Date) => ({ clock: { now: () => moment } })

/** The product was there before its members: its texts must not look newer than theirs. */
async function backdate(tx: Tx, people: Person[]): Promise<void> {
  const first = Math.min(...people.map(({ joinedAt }) => joinedAt.getTime()))
  const day = inDays(new Date(first), -1)
  await tx.updateTable('section_versions').set({ created_at: day }).execute()
  await tx.updateTable('sections').set({ updated_at: day }).where('version_id', 'is not', null).execute()
}

/** So that no page of a demo group is bare, and none claims what nobody has checked. */
async function invite(
  tx: Tx,
  { people, now }: World,
  invitations: DemoSections['invitations'],
): Promise<void> {
  const groups = await tx
    .selectFrom('groups')
    .select(['slug', 'name', 'greeting'])
    .where('id', 'in', [...new Set(people.map(({ groupId }) => groupId))])
    .orderBy('id')
    .execute()
  const sections = groups.flatMap(({ slug, name: group, greeting }, place) =>
    onePerName(invitations, place).map(({ name, detail, description }) => ({
      slug: slug ?? '',
      name,
      detail: name === 'Culture' && greeting !== null ? `${greeting}.` : detail,
      description: description.replaceAll('{group}', group),
    })),
  )
  await fillSections(tx, sections, { authorId: finder(people)(host).id, now: inDays(now, -60) })
}

/** The groups take turns with the wordings of a section. */
function onePerName(invitations: DemoSections['invitations'], place: number) {
  return [...Map.groupBy(invitations, ({ name }) => name).values()].flatMap(
    (wordings) => wordings[place % wordings.length] ?? [],
  )
}

async function insertProposal(tx: Tx, world: World, proposal: DemoProposal): Promise<void> {
  const { groupSlug, name, detail, description, note, author, hoursAgo } = proposal
  const place = { groupId: groupOf(world.people, groupSlug), name }
  const standing = await tx
    .selectFrom('sections')
    .select('version_id')
    .where('group_id', '=', place.groupId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('proposals')
    .values({
      group_id: place.groupId,
      name,
      detail,
      description,
      note,
      member_id: finder(world.people)(author).id,
      based_on: standing.version_id,
      created_at: inHours(world.now, -hoursAgo),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await decide(tx, world, { ...proposal, id, place })
}

/** As the deed does it, only long ago. */
async function decide(
  tx: Tx,
  { people, now }: World,
  { id, place, detail, description, author, decision }: DemoProposal & { id: number; place: Place },
): Promise<void> {
  if (!decision) return
  const { state, reason = null, by, hoursAgo } = decision
  const [proposer, decider] = [finder(people)(author), finder(people)(by)]
  const decided_at = inHours(now, -hoursAgo)
  const words = { detail, description, authorId: proposer.id }
  const version = state === 'ACCEPTED' ? await putVersion(clockAt(decided_at), tx, place, words) : null
  await tx
    .updateTable('proposals')
    .set({ state, reason, decided_by: decider.id, decided_at, version_id: version?.versionId })
    .where('id', '=', id)
    .execute()
  const group = tx.selectFrom('groups').select('name').where('id', '=', place.groupId)
  const { name: groupName } = await group.executeTakeFirstOrThrow()
  const body = outcome({ name: place.name, groupName }, { state, reason })
  await tx.insertInto('messages').values({ receiver_id: proposer.id, body, created_at: decided_at }).execute()
}
