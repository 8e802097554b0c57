import { propertyOf } from '#web/lib/browser/property-of.ts'
import { currentSession, sessionEndReason } from '#web/lib/session/session.ts'

/** A path and its value; null deletes it. */
export type Change = readonly [path: string, value: unknown]

/** What a member has typed, the files that they chose for it, and what is to be sent. */
const stores = ['drafts', 'files', 'outbox'] as const
/** The paths of the entries of the outbox begin with it. */
export const outboxPrefix = 'outbox.'

/** What a member has typed about one thing; without an id there is only one. */
export type StorageKey = {
  what: string
  memberId: number
  id?: number | string
  /** Ends a day after its last change, because a device may have several users: bank accounts, reasons, staff notes. */
  isPrivate?: boolean
}

export function keyOf({ what, memberId, id = 0 }: StorageKey): string {
  return `rootsquare.${what}.${memberId}.${id}`
}

function storeOf(path: string): (typeof stores)[number] {
  if (path.startsWith(outboxPrefix)) return 'outbox'
  return path.startsWith('rootsquare.') ? 'drafts' : 'files'
}

/** One database for each member, so that nobody else on this device sees it and all of it is removed at once. */
export function databaseName(memberId: number): string {
  return `rootsquare.drafts.${memberId}`
}

const connections = new Map<number, IDBDatabase>()

async function openDatabase(memberId: number): Promise<IDBDatabase> {
  const known = connections.get(memberId)
  if (known !== undefined) return known
  const request = indexedDB.open(databaseName(memberId), 3)
  request.onupgradeneeded = () => upgrade(request, memberId)
  const db = await requestResult(request)
  connections.set(memberId, db)
  db.onclose = () => connections.delete(memberId)
  // The database is being deleted or upgraded, here or in another tab.
  db.onversionchange = () => {
    connections.delete(memberId)
    db.close()
  }
  return db
}

/** Version 2 stored texts and the outbox in `unsent`, and the drafts of posts by the place of their composer. */
function upgrade({ result: db, transaction }: IDBOpenDBRequest, memberId: number): void {
  for (const store of stores) if (!db.objectStoreNames.contains(store)) db.createObjectStore(store)
  for (const old of ['drafts', 'unsent']) {
    if (transaction === null || !db.objectStoreNames.contains(old)) continue
    const reading = transaction.objectStore(old).openCursor()
    reading.onsuccess = () => {
      const [found, path] = [reading.result, String(reading.result?.key)]
      if (found === null) return old === 'unsent' && db.deleteObjectStore(old)
      const isPost = storeOf(path) === 'files'
      const next = isPost ? keyOf({ what: 'post', memberId, id: path }) : path
      if (isPost) found.delete()
      transaction.objectStore(storeOf(next)).put(found.value, next)
      found.continue()
    }
  }
}

/** Returns false after a sign-out, when nothing may stay. After an expired session, drafts are still saved. */
export function mayStore(memberId: number): boolean {
  const session = currentSession()
  return session === null ? sessionEndReason() !== null : session.userId === memberId
}

export async function readDatabase(memberId: number): Promise<Map<string, unknown>> {
  const transaction = (await openDatabase(memberId)).transaction(stores)
  const reads = stores.map(async (name) => {
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
    writeDatabase(memberId, deletions).catch(() => {})
  }
  return new Map(found.filter((one) => !over.includes(one)))
}

/** Some browsers lose a connection without an event, so a failed write is tried again on a new one. */
export function writeDatabase(memberId: number, changes: readonly Change[]): Promise<void> {
  return write(memberId, changes).catch(() => {
    connections.delete(memberId)
    return write(memberId, changes)
  })
}

async function write(memberId: number, changes: readonly Change[]): Promise<void> {
  const db = await openDatabase(memberId)
  if (!mayStore(memberId)) return
  const transaction = db.transaction(stores, 'readwrite')
  const end = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? unknownError())
  })
  for (const [path, value] of changes) {
    const store = transaction.objectStore(storeOf(path))
    if (value === null) store.delete(path)
    else store.put(value, path)
  }
  // A page that is being closed does not live until the browser commits by itself.
  transaction.commit()
  await end
}

export function deleteDatabase(memberId: number): void {
  try {
    indexedDB.deleteDatabase(databaseName(memberId))
  } catch {
    // Where the browser has no database, nothing was ever stored.
  }
}

function requestResult<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? unknownError())
  })
}

const unknownError = () => new Error('The database has failed.')
