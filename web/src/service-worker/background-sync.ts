import { propertyOf } from '#web/lib/browser/property-of.ts'
import { commit, requestResult } from '#web/lib/storage/database.ts'
import { openExisting, putExisting } from '#web/lib/storage/existing-database.ts'
import {
  isDue,
  outboxLock,
  syncTagPrefix,
  tokenPath,
  type SendableEntry,
  type StoredEntry,
} from '#web/lib/storage/sendable-entry.ts'

/** Returns the member whose outbox is to be sent; null if the browser wakes the worker for something else. */
export function readSync(event: Event): number | null {
  const tag = String(propertyOf(event, 'tag'))
  return tag.startsWith(syncTagPrefix) ? Number(tag.slice(syncTagPrefix.length)) : null
}

/** A page that is open sends by itself as soon as it is online, and shows it. */
type Sending = { hasPage: boolean; locks: Pick<LockManager, 'request'> }

/**
 * Sends what waits in the outbox of a member, when the connection is back and no page is open. The first failure ends it,
 * and what is left is sent by the next page. Throws if there was no answer, so that the browser tries it again.
 */
export async function sendOutbox(memberId: number, { hasPage, locks }: Sending): Promise<void> {
  if (hasPage) return
  const db = await openExisting(memberId)
  if (db === null) return
  try {
    for (const receiver of await receiversIn(db)) {
      const name = outboxLock({ ...receiver, memberId })
      await locks.request(name, { ifAvailable: true }, (lock) => (lock ? sendAll(db, receiver) : undefined))
    }
  } finally {
    db.close()
  }
}

type Receiver = { kind: string; id: number }

async function receiversIn(db: IDBDatabase): Promise<Receiver[]> {
  const receivers = (await entriesIn(db)).map(({ kind, receiverId }) => ({ kind, id: receiverId }))
  return [...new Map(receivers.map((one) => [`${one.kind}.${one.id}`, one])).values()]
}

/** Throws once the database is gone, because the member has signed out. */
async function entriesIn(db: IDBDatabase): Promise<StoredEntry[]> {
  const store = db.transaction('outbox').objectStore('outbox')
  const entries: StoredEntry[] = await requestResult(store.getAll())
  return entries.sort((one, other) => one.position - other.position)
}

async function sendAll(db: IDBDatabase, { kind, id }: Receiver): Promise<void> {
  for (;;) {
    const here = (await entriesIn(db)).filter((one) => one.kind === kind && one.receiverId === id)
    // A message must not overtake a failed one.
    const entry = kind === 'message' ? here[0] : here.find(isDue)
    if (entry === undefined || !isDue(entry)) return
    if (kind === 'value' && !(await replace(db, entry, tried(entry)))) continue
    const token: unknown = await requestResult(db.transaction('worker').objectStore('worker').get(tokenPath))
    const response = typeof token === 'string' ? await send(entry, token) : null
    if (!response?.ok) return
    if (kind === 'value') await replace(db, entry, await sent(entry, response))
    else await remove(db, entry)
  }
}

/** From now on the server may have the value. */
const tried = (entry: SendableEntry): StoredEntry => ({
  ...entry,
  item: Object.assign({}, entry.item, { isTried: true }),
})

/** The next page changes with the reply what it shows and what is saved on the device. */
async function sent(entry: SendableEntry, response: Response): Promise<StoredEntry> {
  const body: unknown = await response.json().catch(() => null)
  const reply = { data: propertyOf(body, 'data') }
  return { ...entry, call: null, item: Object.assign({}, entry.item, { isTried: true, reply }) }
}

/** A page that is opened meanwhile waits for the lock, so a line that has broken must not hold it for minutes. */
const longestCallMs = 30_000

/** Throws if the browser must try it again later. */
async function send({ id, kind, call }: SendableEntry, token: string): Promise<Response> {
  const { method, path, body } = call
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), longestCallMs)
  const response = await fetch(`/api${path}`, {
    method,
    signal: limit.signal,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(kind !== 'value' && { 'idempotency-key': id }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  }).finally(() => clearTimeout(timer))
  const isLater = response.status >= 502 || (kind === 'value' && response.status === 429)
  if (isLater) throw new Error(`The server answered ${response.status}.`)
  return response
}

/** Returns false if a page has stored another choice since. */
async function replace(db: IDBDatabase, entry: SendableEntry, next: StoredEntry): Promise<boolean> {
  const transaction = db.transaction('outbox', 'readwrite')
  const store = transaction.objectStore('outbox')
  const path = `outbox.${entry.id}`
  const stored: StoredEntry | undefined = await requestResult(store.get(path))
  const isSame = stored?.position === entry.position
  if (isSame) store.put(next, path)
  await commit(transaction)
  return isSame
}

async function remove(db: IDBDatabase, { id, files = [] }: SendableEntry): Promise<void> {
  await putExisting(db, 'outbox', [`outbox.${id}`, null])
  for (const path of files) await putExisting(db, 'files', [path, null])
}
