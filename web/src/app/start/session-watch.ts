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
 * Whatever ends a session (a rejection, another tab, its expiry), nothing of that member stays on the screen. Returns what
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
  // What a member typed stays for them, but not after they have signed out, and not for another member.
  const stops = [
    onSignedOutElsewhere(clearTab),
    onLockedOutElsewhere((text) => callErrorIn(403, text)),
    onSessionChange(onChange),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
