import type { Tx } from '#api/db/db.ts'
import { decisionText, applyDecision } from '#api/features/groups/proposals/decide-proposal.ts'
import { requireGroup } from '#api/features/groups/membership/membership.ts'
import { insertProposal, fetchCurrentSection } from '#api/features/groups/proposals/proposals.ts'
import { insertVersion } from '#api/features/groups/sections/section-rows.ts'
import { inDays, inHours } from '#api/ports/clock/clock.ts'
import { groupOf, type DemoMembers } from './people.ts'
import type { DemoProposal, DemoSections } from '../seed-files.ts'
import { fillSections } from '../reference.ts'

const host = 'ene.ochigbo'

/** Inserts the sections in the order of time: the reference texts, then the invitations of an admin, then texts of members. */
export async function insertSections(tx: Tx, world: DemoMembers, sections: DemoSections): Promise<void> {
  const { find, now } = world
  await backdate(tx, world)
  await insertInvitations(tx, world, sections.invitations)
  for (const { groupSlug, name, author, hoursAgo, ...text } of sections.versions.toSorted(oldestFirst)) {
    const section = { groupId: groupOf(world, groupSlug), name }
    await insertVersion(clockAt(inHours(now, -hoursAgo)), tx, section, { ...text, authorId: find(author).id })
  }
  for (const proposal of sections.proposals.toSorted(oldestFirst))
    await insertDemoProposal(tx, world, proposal)
}

const oldestFirst = (one: { hoursAgo: number }, other: { hoursAgo: number }) => other.hoursAgo - one.hoursAgo

const clockAt = (moment: Date) => ({ clock: { now: () => moment } })

/** Backdates the texts of the product, because they must not look newer than those of its members. */
async function backdate(tx: Tx, { people }: DemoMembers): Promise<void> {
  const first = Math.min(...people.map(({ joinedAt }) => joinedAt.getTime()))
  const day = inDays(new Date(first), -1)
  await tx.updateTable('section_versions').set({ created_at: day }).execute()
  await tx.updateTable('sections').set({ updated_at: day }).where('version_id', 'is not', null).execute()
}

/** Adds invitations, so that no section of a demo group is empty and none states what nobody has checked. */
async function insertInvitations(
  tx: Tx,
  { people, find, now }: DemoMembers,
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
  await fillSections(tx, sections, { authorId: find(host).id, now: inDays(now, -60) })
}

/** Chooses a wording for each section. The groups use the wordings in turn. */
function onePerName(invitations: DemoSections['invitations'], place: number) {
  return [...Map.groupBy(invitations, ({ name }) => name).values()].flatMap(
    (wordings) => wordings[place % wordings.length] ?? [],
  )
}

async function insertDemoProposal(tx: Tx, world: DemoMembers, proposal: DemoProposal): Promise<void> {
  const { find, now } = world
  const { groupSlug, name, detail, description, note, author, hoursAgo } = proposal
  const section = { groupId: groupOf(world, groupSlug), name }
  const userId = find(author).id
  const { version_id: basedOn } = await fetchCurrentSection(tx, section)
  const written = { detail, description, note, authorId: userId, basedOn }
  const id = await insertProposal(clockAt(inHours(now, -hoursAgo)), tx, section, written)
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
  { find, now }: DemoMembers,
  proposal: InsertedProposal,
  { state, reason = null, by, hoursAgo }: NonNullable<DemoProposal['decision']>,
): Promise<void> {
  const decidedAt = inHours(now, -hoursAgo)
  await applyDecision(clockAt(decidedAt), tx, proposal, { state, reason, deciderId: find(by).id })
  const { name: groupName } = await requireGroup(tx, proposal.groupId)
  const body = decisionText({ name: proposal.name, groupName }, { state, reason })
  // Inserted directly, because nobody is connected yet whom a live event could reach.
  const message = { receiver_id: proposal.userId, body, created_at: decidedAt }
  await tx.insertInto('messages').values(message).execute()
}
