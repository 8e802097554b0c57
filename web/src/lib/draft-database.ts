/** One database a member, so that nobody else on this device comes upon it and all of it goes at once. */
function nameOf(memberId: number): string {
  return `rootsquare.drafts.${memberId}`
}

export const draftStores = ['drafts', 'files'] as const

/** Opened for one deed and closed after it: an open one would stand in the way of its removal. */
export async function withDrafts<T>(memberId: number, deed: (db: IDBDatabase) => Promise<T>): Promise<T> {
  const request = indexedDB.open(nameOf(memberId), 1)
  request.onupgradeneeded = () => {
    for (const store of draftStores) request.result.createObjectStore(store)
  }
  const db = await answerOf(request)
  try {
    return await deed(db)
  } finally {
    db.close()
  }
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
