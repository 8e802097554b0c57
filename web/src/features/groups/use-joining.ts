import type { Group } from '@rootsquare/contract/groups'
import { useJoin } from '#web/features/groups/membership-api.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/snackbar-queue.ts'

/** Feeds and profiles are the page's to bring up to date. */
export type OnMembership = (groupId: number) => void

export type Joining = ReturnType<typeof useJoining>

/** Joins, and says how it went. */
export function useJoining(group: Group, onChange: OnMembership) {
  const { mutateAsync, status } = useJoin()

  function join(): void {
    if (status === 'pending') return
    clearSnackbars()
    // Not by the call's own callbacks: once one has joined, the button may be gone.
    mutateAsync(group).then(() => {
      onChange(group.id)
      showSnackbar('success', `You have joined ${group.name}`)
    }, tellMembership)
  }

  return { join, status, isJoining: status === 'pending' }
}

export function tellMembership(failure: unknown): void {
  showSnackbar('error', failureText(failure, 'An error occurred'))
}
