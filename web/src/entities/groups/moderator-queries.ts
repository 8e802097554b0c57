import type { QueryClient } from '@tanstack/react-query'
import { groupKeys } from '#web/entities/groups/group-keys.ts'
import { sectionKeys } from '#web/entities/groups/section-keys.ts'
import { CallError } from '#web/lib/net/call.ts'

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
