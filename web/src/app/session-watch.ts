import type { QueryClient } from '@tanstack/react-query'
import { currentSession, onSessionChange } from '#web/lib/session.ts'

/** Whatever ends a session (a refusal, another tab, an expiry), nothing of that member stays on the screen. */
export function watchSession(queryClient: QueryClient, reopen: () => void): void {
  let memberId = currentSession()?.userId
  onSessionChange(() => {
    const before = memberId
    memberId = currentSession()?.userId
    if (before === undefined || before === memberId) return
    queryClient.clear()
    reopen()
  })
}
