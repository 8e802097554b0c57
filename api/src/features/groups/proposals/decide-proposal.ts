import type { ProposalDecision, SectionName } from '@rootsquare/contract/sections'
import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { lockBothMembers } from '#api/domain/lock-member.ts'
import { notify } from '#api/domain/notify.ts'
import { sendSystemMessage } from '#api/domain/system-messages.ts'
import { conflict, forbidden } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { noSuchProposal, requireProposal, shapeProposal } from './proposal-rows.ts'
import {
  isSameText,
  lockSection,
  insertVersion,
  staleSectionError,
} from '#api/features/groups/sections/section-rows.ts'
import type { SectionKey, SectionText } from '#api/features/groups/sections/section-rows.ts'

export async function decideProposal(deps: Deps, viewer: Viewer, id: number, decision: ProposalDecision) {
  return transact(deps.db, async (tx) => {
    const basedOn = await lockProposal(deps, tx, viewer, id)
    const proposal = await requireProposal(tx, viewer, id)
    if (!proposal.may_edit) throw forbidden()
    if (proposal.state !== 'OPEN') throw conflict('This proposal has been decided already.')
    const { state } = decision
    const reason = state === 'DECLINED' ? decision.reason || null : null
    if (state === 'ACCEPTED') await requireUnchanged(tx, proposal, basedOn)
    await applyDecision(deps, tx, proposal, { state, reason, deciderId: viewer.id })
    await recordAudit(deps, tx, viewer, {
      action: state === 'ACCEPTED' ? 'ACCEPT_PROPOSAL' : 'DECLINE_PROPOSAL',
      memberId: proposal.userId,
      reason,
      target: { type: 'proposal', id },
    })
    if (proposal.userId !== viewer.id) await notifyProposer(deps, tx, proposal, { state, reason })
    return shapeProposal(await requireProposal(tx, viewer, id))
  })
}

type DecidedProposal = { userId: number; groupId: number; groupName: string; name: SectionName }

/** Notifies the proposer. The notification omits the reason, which may be long and is in the message. */
async function notifyProposer(
  deps: Deps,
  tx: Tx,
  proposal: DecidedProposal,
  decided: DecisionOutcome,
): Promise<void> {
  const { userId: memberId, groupId, groupName, name } = proposal
  await sendSystemMessage(deps, tx, memberId, decisionText(proposal, decided))
  const text = `Your change of ${name} in ${groupName} was ${decided.state === 'ACCEPTED' ? 'accepted' : 'declined'}`
  const target = { type: 'group', id: groupId } as const
  await notify(deps, tx, [{ memberId, kind: 'PROPOSAL', target, text }])
}

/** Locks both members before the proposal, so that what is read afterwards does not change. */
async function lockProposal(deps: Deps, tx: Tx, viewer: Viewer, id: number): Promise<number | null> {
  const proposals = tx.selectFrom('proposals').where('id', '=', id)
  const found = await proposals.select('member_id').executeTakeFirst()
  if (!found) throw noSuchProposal()
  await lockBothMembers(deps, tx, viewer, found.member_id)
  const locked = await proposals.select('based_on').forNoKeyUpdate().executeTakeFirst()
  // The proposer was erased a moment ago, and the proposal was deleted too.
  if (!locked) throw noSuchProposal()
  return locked.based_on
}

/** Rejects a changed section, unless it already has the proposed text because a moderator entered it by hand. */
async function requireUnchanged(
  tx: Tx,
  proposal: SectionKey & SectionText,
  basedOn: number | null,
): Promise<void> {
  const current = await lockSection(tx, proposal)
  if (current.version_id !== basedOn && !isSameText(current, proposal))
    throw staleSectionError('The section has changed since this was proposed.')
}

type ProposalToDecide = SectionKey & SectionText & { id: number; userId: number }
type DecisionOutcome = { state: ProposalDecision['state']; reason: string | null }

/** Stores the decision. The caller has locked the proposal. */
export async function applyDecision(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  proposal: ProposalToDecide,
  { state, reason, deciderId }: DecisionOutcome & { deciderId: number },
): Promise<void> {
  const { id, detail, description, userId } = proposal
  const text = { detail, description, authorId: userId }
  const isNew = state === 'ACCEPTED' && !isSameText(await lockSection(tx, proposal), text)
  const version = isNew ? await insertVersion(deps, tx, proposal, text) : null
  const decided = { decided_by: deciderId, decided_at: deps.clock.now() }
  await tx
    .updateTable('proposals')
    .set({ state, reason, version_id: version?.versionId, ...decided })
    .where('id', '=', id)
    .execute()
}

export function decisionText(
  { name, groupName }: { name: SectionName; groupName: string },
  { state, reason }: DecisionOutcome,
): string {
  const change = `Your change of ${name} in ${groupName} was`
  if (state === 'ACCEPTED') return `${change} accepted. Thank you.`
  return reason === null ? `${change} declined.` : `${change} declined. The reason given: ${reason}`
}
