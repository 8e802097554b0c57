import { databaseName } from '#web/lib/storage/database-name.ts'
import { commit, requestResult, type StoreName } from '#web/lib/storage/database.ts'

/**
 * Opens the database of a member if there is one. After a sign-out there is none, and none may be created again. It is
 * closed as soon as it is to be deleted, after which it cannot be used.
 */
export async function openExisting(memberId: number): Promise<IDBDatabase | null> {
  const request = indexedDB.open(databaseName(memberId))
  // It does not exist: an upgrade that is aborted leaves nothing.
  request.onupgradeneeded = () => request.transaction?.abort()
  const db = await requestResult(request).catch(() => null)
  if (db) db.onversionchange = () => db.close()
  return db
}

/** Stores a value, or deletes it if it is null. */
export async function putExisting(
  db: IDBDatabase,
  name: StoreName,
  [path, value]: readonly [path: string, value: unknown],
): Promise<void> {
  const transaction = db.transaction(name, 'readwrite')
  const store = transaction.objectStore(name)
  if (value === null) store.delete(path)
  else store.put(value, path)
  await commit(transaction)
}
