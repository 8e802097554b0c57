/** One database a member, so that nobody else on this device comes upon it and all of it goes at once. */
function nameOf(memberId: number): string {
  return `rootsquare.drafts.${memberId}`
}

export const draftStores = ['drafts', 'files'] as const

const connections = new Map<number, IDBDatabase>()

/** Kept open, since a page that is being left has no time to open it. */
export async function openDrafts(memberId: number): Promise<IDBDatabase> {
  const known = openedDrafts(memberId)
  if (known !== undefined) return known
  const request = indexedDB.open(nameOf(memberId), 1)
  request.onupgradeneeded = () => {
    for (const store of draftStores) request.result.createObjectStore(store)
  }
  const db = await answerOf(request)
  connections.set(memberId, db)
  const forget = () => void connections.delete(memberId)
  db.onclose = forget
  // It is about to be removed, here or in another tab.
  db.onversionchange = () => {
    forget()
    db.close()
  }
  return db
}

export function openedDrafts(memberId: number): IDBDatabase | undefined {
  return connections.get(memberId)
}

/** On sign-out: the next person at this device finds nothing. */
export function forgetDrafts(memberId: number): void {
  try {
    indexedDB.deleteDatabase(nameOf(memberId))
  } catch {
    // Then nothing was ever kept there.
  }
}

export function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The drafts cannot be read.'))
  })
}

export function endOf(deeds: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    deeds.oncomplete = () => resolve()
    deeds.onabort = () => reject(deeds.error ?? new Error('The draft was not kept.'))
  })
}
