import type { Group } from '@rootsquare/contract/groups'
import { useRef } from 'react'
import { useChangeMembership } from '#web/entities/groups/membership-api.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

export type Joining = ReturnType<typeof useJoining>

function showJoined(text: string): void {
  showSnackbar('success', text)
}

export function useJoining(group: Group, onJoined = showJoined) {
  const { mutateAsync, status } = useChangeMembership('join')
  // The second click of a double click arrives before React has rendered the first.
  const isUnderWay = useRef(false)

  function join(): void {
    if (isUnderWay.current) return
    isUnderWay.current = true
    clearSnackbars()
    // The callbacks of the mutation would be lost, since joining may remove the button.
    const joining = mutateAsync(group).finally(() => {
      isUnderWay.current = false
    })
    joining.then(() => onJoined(`You have joined ${group.name}`), showMembershipError)
  }

  return { join, status, isJoining: status === 'pending' }
}

export function showMembershipError(error: unknown): void {
  showSnackbar('error', errorText(error, 'An error occurred'))
}
