import type { Group } from '@rootsquare/contract/groups'
import { useRef } from 'react'
import { useJoin } from '#web/entities/groups/membership-api.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** Feeds and profiles are the page's to bring up to date. */
export type OnMembership = (groupId: number) => void

export type Joining = ReturnType<typeof useJoining>

/** Joins, and says how it went. */
export function useJoining(group: Group, onChange: OnMembership) {
  const { mutateAsync, status } = useJoin()
  // The second press of a double click comes before the first one's state does.
  const isUnderWay = useRef(false)

  function join(): void {
    if (isUnderWay.current) return
    isUnderWay.current = true
    clearSnackbars()
    // Not by the call's own callbacks: once one has joined, the button may be gone.
    const joining = mutateAsync(group).finally(() => {
      isUnderWay.current = false
    })
    joining.then(() => {
      onChange(group.id)
      showSnackbar('success', `You have joined ${group.name}`)
    }, tellMembership)
  }

  return { join, status, isJoining: status === 'pending' }
}

export function tellMembership(failure: unknown): void {
  showSnackbar('error', errorText(failure, 'An error occurred'))
}
