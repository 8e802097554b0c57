import type { SectionName } from '@rootsquare/contract/sections'

export type ProposalsKind = 'open' | 'decided' | 'own'
/** The id of one group, or all groups. */
export type ProposalsScope = number | 'all'

export const sectionKeys = {
  page: (groupId: number) => ['groups', 'page', groupId] as const,
  versionsOf: (groupId: number) => ['groups', 'versions', groupId] as const,
  versions: (groupId: number, name: SectionName) => ['groups', 'versions', groupId, name] as const,
  everyProposal: ['groups', 'proposals'] as const,
  proposalsOf: (groupId: number) => ['groups', 'proposals', groupId] as const,
  proposals: (scope: ProposalsScope, kind: ProposalsKind) => ['groups', 'proposals', scope, kind] as const,
}
