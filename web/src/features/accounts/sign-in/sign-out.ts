import { logout } from '@rootsquare/contract/accounts'
import { call, CallError } from '#web/lib/net/call.ts'
import { deleteDeviceCaches } from '#web/lib/storage/device-caches.ts'
import { deleteStored } from '#web/lib/storage/member-store.ts'
import { clearTab, endSession, lastMemberId, notifySignedOut } from '#web/lib/session/session.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

const timeoutMs = 3000

/** Ends the session on the server and on this device, where it ends even if the server cannot be reached. */
export async function signOut(): Promise<void> {
  const limit = new AbortController()
  setTimeout(() => limit.abort(), timeoutMs)
  try {
    await call(logout, { signal: limit.signal })
  } catch (failure) {
    const hasEndedAlready = failure instanceof CallError && failure.status === 401
    if (!hasEndedAlready)
      showSnackbar('warning', 'You are signed out on this device, but the server could not be reached.')
  } finally {
    clearTab()
    notifySignedOut()
    endSession(null)
    const memberId = lastMemberId()
    if (memberId !== null) deleteStored(memberId)
    await deleteDeviceCaches()
  }
}
