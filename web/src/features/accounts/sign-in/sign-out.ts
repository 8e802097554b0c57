import { logout } from '@rootsquare/contract/accounts'
import { call, CallError } from '#web/lib/net/call.ts'
import { forgetDrafts } from '#web/lib/storage/draft-database.ts'
import { clearTab, endSession, lastMemberId, tellLeft } from '#web/lib/session/session.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

const patienceMs = 3000

/** Ends the session on the server and here. A server out of reach keeps nobody signed in on this device. */
export async function signOut(): Promise<void> {
  try {
    await call(logout, { signal: AbortSignal.timeout(patienceMs) })
  } catch (failure) {
    const isOverAnyway = failure instanceof CallError && failure.status === 401
    if (!isOverAnyway)
      showSnackbar('warning', 'You are signed out on this device, but the server could not be told.')
  } finally {
    clearTab()
    tellLeft()
    endSession(null)
    const memberId = lastMemberId()
    if (memberId !== null) forgetDrafts(memberId)
  }
}
