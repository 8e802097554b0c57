import type { Decision, Proposal, SectionName } from '@rootsquare/contract/sections'
import { transact } from '#api/db/db.ts'
import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { holdMember, holdWriter } from '#api/features/accounts/hold-member.ts'
import { tell } from '#api/features/accounts/tell.ts'
import { conflict, forbidden } from '#api/http/refusal.ts'
import type { Viewer } from '#api/http/viewer.ts'
import { noSuchProposal, requireProposal, shapeProposal } from './proposal-rows.ts'
import type { ProposalRow } from './proposal-rows.ts'
import { holdSection, putVersion, stale } from './section-words.ts'

export async function decideProposal(
  deps: Deps,
  viewer: Viewer,
  id: number,
  decision: Decision,
): Promise<Proposal> {
  return transact(deps.db, async (tx) => {
    const basedOn = await holdProposal(deps, tx, viewer, id)
    const proposal = await requireProposal(tx, viewer, id)
    if (!proposal.may_edit) throw forbidden()
    if (proposal.state !== 'OPEN') throw conflict('This proposal has been decided already.')
    const { state } = decision
    const reason = state === 'DECLINED' ? decision.reason || null : null
    const version_id = state === 'ACCEPTED' ? await accept(deps, tx, proposal, basedOn) : null
    await tx
      .updateTable('proposals')
      .set({ state, reason, version_id, decided_by: viewer.id, decided_at: deps.clock.now() })
      .where('id', '=', id)
      .execute()
    if (proposal.userId !== viewer.id)
      await tell(deps, tx, proposal.userId, outcome(proposal, { state, reason }))
    return shapeProposal(await requireProposal(tx, viewer, id))
  })
}

/** Both members before the proposal, the lower id first. What is read after this stays as it is. */
async function holdProposal(deps: Deps, tx: Tx, viewer: Viewer, id: number): Promise<number | null> {
  const proposals = tx.selectFrom('proposals').where('id', '=', id)
  const found = await proposals.select('member_id').executeTakeFirst()
  if (!found) throw noSuchProposal()
  const { member_id } = found
  if (member_id < viewer.id) await holdMember(tx, member_id)
  await holdWriter(deps, tx, viewer)
  if (member_id > viewer.id) await holdMember(tx, member_id)
  const held = await proposals.select('based_on').forNoKeyUpdate().executeTakeFirst()
  // Gone with whoever proposed it, who was just erased.
  if (!held) throw noSuchProposal()
  return held.based_on
}

async function accept(deps: Deps, tx: Tx, proposal: ProposalRow, basedOn: number | null) {
  const { detail, description, userId } = proposal
  const standing = await holdSection(tx, proposal)
  if (standing.version_id !== basedOn) throw stale('The section has changed since this was proposed.')
  const { versionId } = await putVersion(deps, tx, proposal, { detail, description, authorId: userId })
  return versionId
}

/** What the proposer is told. */
export function outcome(
  { name, groupName }: { name: SectionName; groupName: string },
  { state, reason }: { state: Decision['state']; reason: string | null },
): string {
  const change = `Your change of ${name} in ${groupName} was`
  if (state === 'ACCEPTED') return `${change} accepted. Thank you.`
  return reason === null ? `${change} declined.` : `${change} declined. The reason given: ${reason}`
}
