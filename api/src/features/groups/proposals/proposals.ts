import { pageOf } from '@rootsquare/contract/lib/paged'
import type { NewProposal, ProposalsQuery } from '@rootsquare/contract/sections'
import { transact, type Db, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { lockActiveMember } from '#api/domain/lock-member.ts'
import { conflict, invalid } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { noSuchGroup } from '#api/features/groups/list/groups.ts'
import { requireMembership } from '#api/features/groups/membership/membership.ts'
import { requireProposal, selectVisibleProposals, selectProposals, shapeProposal } from './proposal-rows.ts'
import { requireValidMarkup } from '#api/features/groups/sections/section-markup.ts'
import { isSameText, staleSectionError } from '#api/features/groups/sections/section-rows.ts'
import type { SectionKey, SectionText } from '#api/features/groups/sections/section-rows.ts'

/** Lists proposals. Open ones come oldest first, so that those who wait longest are decided on first. */
export async function listProposals(db: Db, viewer: Viewer, query: ProposalsQuery) {
  const total = await countProposals(db, viewer, query)
  const rows = await selectProposals(db, viewer, query)
    .orderBy('proposals.id', query.state === 'OPEN' ? 'asc' : 'desc')
    .limit(query.size)
    .offset(query.page * query.size)
    .execute()
  return pageOf(rows.map(shapeProposal), total, query)
}

async function countProposals(db: Db, viewer: Viewer, query: ProposalsQuery): Promise<number> {
  const counted = selectVisibleProposals(db, viewer, query).select((row) =>
    row.fn.countAll<number>().as('total'),
  )
  if (query.groupId === undefined) return (await counted.executeTakeFirstOrThrow()).total
  const group = await db
    .selectFrom('groups')
    .select(counted.as('total'))
    .where('id', '=', query.groupId)
    .executeTakeFirst()
  if (!group) throw noSuchGroup()
  return group.total ?? 0
}

export async function proposeSection(
  deps: Deps,
  viewer: Viewer,
  groupId: number,
  { name, detail, description, note, basedOn }: NewProposal,
) {
  const section = { groupId, name }
  return transact(deps.db, async (tx) => {
    await lockActiveMember(deps, tx, viewer)
    await requireMembership(tx, viewer, groupId, 'Join this group to propose a change.')
    const current = await fetchCurrentSection(tx, section)
    if (isSameText(current, { detail, description })) throw invalid('The section already says this.')
    if (basedOn !== undefined && basedOn !== current.version_id) throw staleSectionError()
    await requireValidMarkup(deps, tx, groupId, description)
    const id = await insertProposal(deps, tx, section, {
      detail,
      description,
      note: note ?? '',
      authorId: viewer.id,
      basedOn: current.version_id,
    })
    if (id === undefined) throw conflict('You have proposed this already. The moderators will look at it.')
    return shapeProposal(await requireProposal(tx, viewer, id))
  })
}

type ProposalToInsert = SectionText & { note: string; authorId: number; basedOn: number | null }

/** Returns undefined if the member has already opened the same proposal. */
export async function insertProposal(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { groupId, name }: SectionKey,
  { detail, description, note, authorId, basedOn }: ProposalToInsert,
): Promise<number | undefined> {
  const proposal = await tx
    .insertInto('proposals')
    .values({
      group_id: groupId,
      name,
      member_id: authorId,
      detail,
      description,
      note,
      based_on: basedOn,
      created_at: clock.now(),
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return proposal?.id
}

/** Reads the section without a lock. A change at this moment makes the proposal stale, as it would a moment later. */
export async function fetchCurrentSection(tx: Tx, { groupId, name }: SectionKey) {
  return tx
    .selectFrom('sections')
    .select(['detail', 'description', 'version_id'])
    .where('group_id', '=', groupId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow(noSuchGroup)
}
