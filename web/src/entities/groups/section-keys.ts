import type { SectionName } from '@rootsquare/contract/sections'
import type { QueryClient } from '@tanstack/react-query'
import { groupKeys } from '#web/entities/groups/groups-api.ts'
import { CallError } from '#web/lib/net/call.ts'

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

/** Removes what only moderators may read, for a member who no longer moderates. */
export function resetModeratorQueries(queryClient: QueryClient, groupId: number): void {
  void queryClient.resetQueries({ queryKey: sectionKeys.versionsOf(groupId) })
  void queryClient.resetQueries({ queryKey: sectionKeys.proposalsOf(groupId) })
}

/** Reloads the group when the viewer no longer moderates, so that the page stops offering it. */
export function onForbidden(queryClient: QueryClient, groupId: number): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof CallError) || error.status !== 403) return
    resetModeratorQueries(queryClient, groupId)
    void queryClient.invalidateQueries({ queryKey: groupKeys.standing(groupId) })
  }
}
