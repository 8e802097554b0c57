/** One database per member, so that nobody else on this device sees it and all of it is removed at once. */
function nameOf(memberId: number): string {
  return `rootsquare.drafts.${memberId}`
}

export const draftStores = ['drafts', 'files'] as const

const connections = new Map<number, IDBDatabase>()

export async function openDrafts(memberId: number): Promise<IDBDatabase> {
  const known = connections.get(memberId)
  if (known !== undefined) return known
  const request = indexedDB.open(nameOf(memberId), 1)
  request.onupgradeneeded = () => {
    for (const store of draftStores) request.result.createObjectStore(store)
  }
  const db = await requestResult(request)
  connections.set(memberId, db)
  const forget = () => void connections.delete(memberId)
  db.onclose = forget
  // The database is being deleted, here or in another tab.
  db.onversionchange = () => {
    forget()
    db.close()
  }
  return db
}

/** The key for a draft that is written while a page is left, when the database would be too late. */
export function finalDraftKey(memberId: number, slot: string): string {
  return `${nameOf(memberId)}.${slot}`
}

/** Deletes a member's drafts on sign-out, so that the next person at this device finds nothing. */
export function deleteDrafts(memberId: number): void {
  try {
    indexedDB.deleteDatabase(nameOf(memberId))
    const finalDraftKeys = Object.keys(localStorage).filter((key) =>
      key.startsWith(finalDraftKey(memberId, '')),
    )
    for (const key of finalDraftKeys) localStorage.removeItem(key)
  } catch {
    // Where the browser blocks its storage, nothing was ever stored.
  }
}

export function requestResult<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The drafts cannot be read.'))
  })
}

export function transactionEnd(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The draft was not saved.'))
  })
}
