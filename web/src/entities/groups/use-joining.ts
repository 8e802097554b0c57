import type { Group } from '@rootsquare/contract/groups'
import { useRef } from 'react'
import { useJoin } from '#web/entities/groups/membership-api.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** The page updates feeds and profiles, which are not part of this feature. */
export type OnMembership = (groupId: number) => void

export type Joining = ReturnType<typeof useJoining>

export function useJoining(group: Group, onChange: OnMembership) {
  const { mutateAsync, status } = useJoin()
  // The second click of a double click comes before React has rendered the first.
  const isUnderWay = useRef(false)

  function join(): void {
    if (isUnderWay.current) return
    isUnderWay.current = true
    clearSnackbars()
    // The callbacks of the mutation would be lost, since joining may remove the button.
    const joining = mutateAsync(group).finally(() => {
      isUnderWay.current = false
    })
    joining.then(() => {
      onChange(group.id)
      showSnackbar('success', `You have joined ${group.name}`)
    }, showMembershipError)
  }

  return { join, status, isJoining: status === 'pending' }
}

export function showMembershipError(failure: unknown): void {
  showSnackbar('error', errorText(failure, 'An error occurred'))
}
