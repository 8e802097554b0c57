import type { Tx } from '#api/db/db.ts'
import { outcome, settle } from '#api/features/groups/proposals/decide-proposal.ts'
import { requireGroup } from '#api/features/groups/membership/membership.ts'
import { putProposal, currentSection } from '#api/features/groups/proposals/proposals.ts'
import { putVersion } from '#api/features/groups/sections/section-rows.ts'
import { inDays, inHours } from '#api/ports/clock/clock.ts'
import { personFinder, groupOf } from './posts.ts'
import type { Person } from './people.ts'
import type { DemoProposal, DemoSections } from '../files.ts'
import { fillSections } from '../reference.ts'

type World = { people: Person[]; now: Date }

const host = 'ene.ochigbo'

/** In the order of time: first what the product knew, then what an admin asked, then what people wrote. */
export async function insertSections(tx: Tx, world: World, sections: DemoSections): Promise<void> {
  const { people, now } = world
  await backdate(tx, people)
  await invite(tx, world, sections.invitations)
  const find = personFinder(people)
  for (const { groupSlug, name, author, hoursAgo, ...text } of sections.versions.toSorted(oldestFirst)) {
    const section = { groupId: groupOf(people, groupSlug), name }
    await putVersion(clockAt(inHours(now, -hoursAgo)), tx, section, { ...text, authorId: find(author).id })
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
  await fillSections(tx, sections, { authorId: personFinder(people)(host).id, now: inDays(now, -60) })
}

/** The groups take turns with the wordings of a section. */
function onePerName(invitations: DemoSections['invitations'], place: number) {
  return [...Map.groupBy(invitations, ({ name }) => name).values()].flatMap(
    (wordings) => wordings[place % wordings.length] ?? [],
  )
}

async function insertProposal(tx: Tx, world: World, proposal: DemoProposal): Promise<void> {
  const { people, now } = world
  const { groupSlug, name, detail, description, note, author, hoursAgo } = proposal
  const section = { groupId: groupOf(people, groupSlug), name }
  const userId = personFinder(people)(author).id
  const { version_id: basedOn } = await currentSection(tx, section)
  const written = { detail, description, note, authorId: userId, basedOn }
  const id = await putProposal(clockAt(inHours(now, -hoursAgo)), tx, section, written)
  if (id === undefined) throw new Error(`The demo data has a proposal of ${author} twice.`)
  if (proposal.decision) await decide(tx, world, { ...proposal, ...section, id, userId }, proposal.decision)
}

type InsertedProposal = Pick<DemoProposal, 'name' | 'detail' | 'description'> & {
  id: number
  groupId: number
  userId: number
}

async function decide(
  tx: Tx,
  { people, now }: World,
  proposal: InsertedProposal,
  { state, reason = null, by, hoursAgo }: NonNullable<DemoProposal['decision']>,
): Promise<void> {
  const decidedAt = inHours(now, -hoursAgo)
  const deciderId = personFinder(people)(by).id
  await settle(clockAt(decidedAt), tx, proposal, { state, reason, deciderId })
  const { name: groupName } = await requireGroup(tx, proposal.groupId)
  const body = outcome({ name: proposal.name, groupName }, { state, reason })
  // Inserted directly, because nobody is connected yet whom a live event could reach.
  const message = { receiver_id: proposal.userId, body, created_at: decidedAt }
  await tx.insertInto('messages').values(message).execute()
}
