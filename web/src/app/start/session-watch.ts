import type { QueryClient } from '@tanstack/react-query'
import { callErrorIn } from '#web/lib/net/call.ts'
import {
  clearTab,
  currentSession,
  onSignedOutElsewhere,
  onLockedOutElsewhere,
  onSessionChange,
} from '#web/lib/session/session.ts'

/**
 * Removes everything of the member from the screen when the session ends for any reason. Returns a function that
 * stops watching.
 */
export function watchSession(queryClient: QueryClient, reopen: () => void): () => void {
  let memberId = currentSession()?.userId
  let last = memberId
  function onChange(): void {
    const before = memberId
    memberId = currentSession()?.userId
    if (memberId !== undefined && last !== undefined && memberId !== last) clearTab()
    last = memberId ?? last
    if (before === undefined || before === memberId) return
    queryClient.clear()
    reopen()
  }
  // Drafts of a member are deleted when they sign out or another member signs in.
  const stops = [
    onSignedOutElsewhere(clearTab),
    onLockedOutElsewhere((text) => callErrorIn(403, text)),
    onSessionChange(onChange),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
