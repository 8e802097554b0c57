import { databaseName } from '#web/lib/storage/database-name.ts'

/**
 * What a member has typed, the files that they chose for it, and what is to be sent; answers of the server, which are read
 * without a connection; and small values that the service worker needs.
 */
const stores = ['drafts', 'files', 'outbox', 'answers', 'worker'] as const
export type StoreName = (typeof stores)[number]
const version = 4

/** The answers in the order of their age, with their size, so that the oldest are found without reading any. */
export const answersByAge = 'byAge'

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

/** The paths of the entries of the outbox begin with it. */
export const outboxPrefix = 'outbox.'

/** Returns the store of a value that a member has typed. */
export function storeOf(path: string): 'drafts' | 'files' | 'outbox' {
  if (path.startsWith(outboxPrefix)) return 'outbox'
  return path.startsWith('rootsquare.') ? 'drafts' : 'files'
}

const connections = new Map<number, IDBDatabase>()
/** Safari sometimes never answers, and a tab that is frozen may delay an upgrade. Nothing else may wait for that. */
const maxOpeningMs = 5000

export function openDatabase(memberId: number): Promise<IDBDatabase> {
  const known = connections.get(memberId)
  if (known !== undefined) return Promise.resolve(known)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(unknownError()), maxOpeningMs)
    const connecting = connect(memberId)
    connecting.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

async function connect(memberId: number): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName(memberId), version)
  request.onupgradeneeded = ({ oldVersion }) => {
    createStores(request.result)
    if (oldVersion < 3) takeOverVersion2(request, memberId)
  }
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

/** Some browsers lose a connection without an event. The next `openDatabase` opens a new one. */
export function dropConnection(memberId: number): void {
  connections.delete(memberId)
}

function createStores(db: IDBDatabase): void {
  for (const name of stores) {
    if (db.objectStoreNames.contains(name)) continue
    const store = db.createObjectStore(name)
    if (name === 'answers') store.createIndex(answersByAge, ['updatedAt', 'bytes'])
  }
}

/** Version 2 stored texts and the outbox in `unsent`, and the drafts of posts by the place of their composer. */
function takeOverVersion2({ result: db, transaction }: IDBOpenDBRequest, memberId: number): void {
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

export function deleteDatabase(memberId: number): void {
  try {
    indexedDB.deleteDatabase(databaseName(memberId))
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

/** Commits at once, because a page that is being closed does not live until the browser commits by itself. */
export function commit(transaction: IDBTransaction): Promise<void> {
  const end = whenCommitted(transaction)
  transaction.commit()
  return end
}

export function whenCommitted(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? unknownError())
  })
}

const unknownError = () => new Error('The database has failed.')
