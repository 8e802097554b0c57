import { propertyOf } from '#web/lib/browser/property-of.ts'
import { currentSession, hasSignedOut } from '#web/lib/session/session.ts'
import { commit, dropConnection, openDatabase, requestResult, storeOf } from '#web/lib/storage/database.ts'

/** A path and its value; null deletes it. */
export type Change = readonly [path: string, value: unknown]

/** The stores with what a member has typed. */
const typedStores = ['drafts', 'files', 'outbox'] as const

/** Returns false after a sign-out, when nothing may stay. After an expired session, drafts are still saved. */
export function mayStore(memberId: number): boolean {
  const session = currentSession()
  return session === null ? !hasSignedOut() : session.userId === memberId
}

export async function readTyped(memberId: number): Promise<Map<string, unknown>> {
  const transaction = (await openDatabase(memberId)).transaction(typedStores)
  const reads = typedStores.map(async (name) => {
    const store = transaction.objectStore(name)
    const [paths, values] = await Promise.all([
      requestResult(store.getAllKeys()),
      requestResult<unknown[]>(store.getAll()),
    ])
    return paths.map((path, at) => [String(path), values[at]] as const)
  })
  const found = (await Promise.all(reads)).flat()
  const over = found.filter(([, value]) => Number(propertyOf(value, 'endsAt')) < Date.now())
  if (over.length > 0) {
    const deletions = over.map(([path]) => [path, null] as const)
    writeTyped(memberId, deletions).catch(() => {})
  }
  return new Map(found.filter((one) => !over.includes(one)))
}

/** A failed write is tried again on a new connection. */
export function writeTyped(memberId: number, changes: readonly Change[]): Promise<void> {
  return write(memberId, changes).catch(() => {
    dropConnection(memberId)
    return write(memberId, changes)
  })
}

async function write(memberId: number, changes: readonly Change[]): Promise<void> {
  // Opening the database would create it again.
  if (!mayStore(memberId)) return
  const db = await openDatabase(memberId)
  if (!mayStore(memberId)) return
  const transaction = db.transaction(typedStores, 'readwrite')
  for (const [path, value] of changes) {
    const store = transaction.objectStore(storeOf(path))
    if (value === null) store.delete(path)
    else store.put(value, path)
  }
  await commit(transaction)
}
