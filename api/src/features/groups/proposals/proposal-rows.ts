import { sql } from 'kysely'
import type { Proposal, ProposalsQuery } from '@rootsquare/contract/sections'
import type { Db } from '#api/db/db.ts'
import { notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { canEditGroup } from '#api/features/groups/sections/editors.ts'

type ProposalFilter = Pick<ProposalsQuery, 'groupId' | 'state'>

/** Selects the viewer's own proposals and those that the viewer decides on, without those of banned members. */
export function selectVisibleProposals(db: Db, viewer: Viewer, { groupId, state }: ProposalFilter) {
  let seen = db
    .selectFrom('proposals')
    .innerJoin('members', 'members.id', 'proposals.member_id')
    .where(
      sql<boolean>`(proposals.member_id = ${viewer.id} or ${canEditGroup(viewer, 'proposals.group_id')})
        and (proposals.state <> 'OPEN' or members.banned_at is null)`,
    )
  if (groupId !== undefined) seen = seen.where('proposals.group_id', '=', groupId)
  if (state === 'DECIDED') seen = seen.where('proposals.state', '<>', 'OPEN')
  else if (state !== undefined) seen = seen.where('proposals.state', '=', state)
  return seen
}

const columns = [
  'proposals.id',
  'proposals.group_id as groupId',
  'groups.name as groupName',
  'proposals.name',
  'proposals.detail',
  'proposals.description',
  'proposals.note',
  'proposals.state',
  'proposals.reason',
  'members.id as userId',
  'members.username',
  'members.firstname',
  'members.lastname',
  'members.profile_image as profileImage',
  'deciders.username as decidedBy',
  'proposals.decided_at',
  'proposals.created_at',
  'sections.detail as standing_detail',
  'sections.description as standing_description',
] as const

export function selectProposals(db: Db, viewer: Viewer, filter: ProposalFilter = {}) {
  return selectVisibleProposals(db, viewer, filter)
    .innerJoin('groups', 'groups.id', 'proposals.group_id')
    .innerJoin('sections', (join) =>
      join
        .onRef('sections.group_id', '=', 'proposals.group_id')
        .onRef('sections.name', '=', 'proposals.name'),
    )
    .leftJoin('members as deciders', 'deciders.id', 'proposals.decided_by')
    .select(columns)
    .select([
      sql<boolean>`sections.version_id is distinct from proposals.based_on`.as('has_moved'),
      canEditGroup(viewer, 'proposals.group_id').as('may_edit'),
    ])
}

type ProposalRow = Awaited<ReturnType<ReturnType<typeof selectProposals>['executeTakeFirstOrThrow']>>

export function shapeProposal(row: ProposalRow): Proposal {
  const { decided_at, created_at, standing_detail, standing_description, has_moved, may_edit, ...proposal } =
    row
  const isOpen = proposal.state === 'OPEN'
  return {
    ...proposal,
    decidedDate: decided_at?.toISOString() ?? null,
    createdDate: created_at.toISOString(),
    current: { detail: standing_detail, description: standing_description },
    isStale: isOpen && has_moved,
    can: { decide: isOpen && may_edit },
  }
}

export async function requireProposal(db: Db, viewer: Viewer, id: number): Promise<ProposalRow> {
  const row = await selectProposals(db, viewer).where('proposals.id', '=', id).executeTakeFirst()
  if (!row) throw noSuchProposal()
  return row
}

export const noSuchProposal = () => notFound('No such proposal.')
