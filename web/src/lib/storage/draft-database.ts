import { currentSession, sessionEndReason } from '#web/lib/session/session.ts'
import { clearStored, readStored } from '#web/lib/storage/browser-storage.ts'

/** One database per member, so that nobody else on this device sees it and all of it is removed at once. */
function nameOf(memberId: number): string {
  return `rootsquare.drafts.${memberId}`
}

export const draftStores = ['drafts', 'files'] as const
/** Contains typed texts and the entries of the outbox, by path. */
export const unsentStore = 'unsent'
/** The paths of entries begin with it. */
export const entryPrefix = 'outbox.'

const connections = new Map<number, IDBDatabase>()

export async function openDrafts(memberId: number): Promise<IDBDatabase> {
  const known = connections.get(memberId)
  if (known !== undefined) return known
  const request = indexedDB.open(nameOf(memberId), 2)
  request.onupgradeneeded = () => {
    const db = request.result
    const missing = [...draftStores, unsentStore].filter((store) => !db.objectStoreNames.contains(store))
    for (const store of missing) db.createObjectStore(store)
  }
  const db = await requestResult(request)
  connections.set(memberId, db)
  db.onclose = () => forgetConnection(memberId)
  // The database is being deleted, here or in another tab.
  db.onversionchange = () => {
    forgetConnection(memberId)
    db.close()
  }
  return db
}

/** The next use opens the database again, because some browsers lose a connection without an event. */
export function forgetConnection(memberId: number): void {
  connections.delete(memberId)
}

/** The key for a draft that is written while a page is left, when the database would be too late. */
export function finalDraftKey(memberId: number, slot: string): string {
  return `${nameOf(memberId)}.${slot}`
}

/** The key for typed texts and entries of the outbox that are not in the database yet, or cannot be. */
export function waitingKey(memberId: number): string {
  return finalDraftKey(memberId, 'unsent')
}

/** Returns false after a sign-out, when nothing may stay. After an expired session, drafts are still saved. */
export function mayStore(memberId: number): boolean {
  const session = currentSession()
  return session === null ? sessionEndReason() !== null : session.userId === memberId
}

/** Returns the number of comments and messages that were not sent yet. */
export async function countUnsent(memberId: number): Promise<number> {
  const area = () => window.localStorage
  // Each entry has one receiver.
  const waiting = (readStored(area, waitingKey(memberId)) ?? '').split('"receiverId"').length - 1
  try {
    const store = (await openDrafts(memberId)).transaction(unsentStore).objectStore(unsentStore)
    return waiting + (await requestResult(store.count(IDBKeyRange.bound(entryPrefix, `${entryPrefix}~`))))
  } catch {
    return waiting
  }
}

/** Deletes a member's drafts on sign-out, so that the next person at this device finds nothing. */
export function deleteDrafts(memberId: number): void {
  clearStored(() => window.localStorage, finalDraftKey(memberId, ''))
  try {
    indexedDB.deleteDatabase(nameOf(memberId))
  } catch {
    // Where the browser has no database, nothing was ever stored.
  }
}

export function requestResult<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? unknownError())
  })
}

export function transactionEnd(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? unknownError())
  })
}

const unknownError = () => new Error('No drafts')
