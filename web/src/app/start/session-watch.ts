import { callErrorIn } from '#web/lib/net/call.ts'
import { currentQueryClient } from '#web/lib/net/query-client.ts'
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
export function watchSession(reopen: () => void): () => void {
  let memberId = currentSession()?.userId
  let last = memberId
  let queryClient = currentQueryClient()
  function onChange(): void {
    const before = memberId
    const discarded = queryClient
    memberId = currentSession()?.userId
    queryClient = currentQueryClient()
    if (memberId !== undefined && last !== undefined && memberId !== last) clearTab()
    last = memberId ?? last
    if (before === undefined || before === memberId) return
    // Cancels what is still being loaded, and what waits to be sent.
    discarded.clear()
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
