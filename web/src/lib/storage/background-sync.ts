import { currentSession, onSessionChange } from '#web/lib/session/session.ts'
import { openExisting, putExisting } from '#web/lib/storage/existing-database.ts'
import { syncTagPrefix, tokenPath } from '#web/lib/storage/sendable-entry.ts'

type SyncingRegistration = ServiceWorkerRegistration & { sync?: { register: (tag: string) => Promise<void> } }

const watched = new Set<number>()

/**
 * Asks the browser to wake the service worker when the connection is back, also if no tab is open by then. Where a browser
 * cannot, the next visit sends what waits.
 */
export async function requestSync(memberId: number): Promise<void> {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  const registration: SyncingRegistration | undefined = await workers?.getRegistration()
  if (registration?.sync === undefined) return
  await storeToken(memberId)
  if (!watched.has(memberId)) {
    watched.add(memberId)
    onSessionChange(() => void storeToken(memberId).catch(() => {}))
  }
  await registration.sync.register(`${syncTagPrefix}${memberId}`)
}

/** Without a session of the member, the worker must not send for them. */
async function storeToken(memberId: number): Promise<void> {
  const db = await openExisting(memberId)
  if (db === null) return
  const session = currentSession()
  await putExisting(db, 'worker', [tokenPath, session?.userId === memberId ? session.token : null])
  db.close()
}
