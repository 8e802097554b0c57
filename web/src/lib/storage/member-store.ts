import { clearStored } from '#web/lib/storage/browser-storage.ts'
import { databaseName } from '#web/lib/storage/database-name.ts'
import { deleteDatabase, outboxPrefix } from '#web/lib/storage/database.ts'
import { mayStore, readTyped, writeTyped, type Change } from '#web/lib/storage/typed-values.ts'
import { takeTabDrafts, waitingChanges, writeWaiting } from '#web/lib/storage/waiting-changes.ts'
import { currentSession, onSessionChange } from '#web/lib/session/session.ts'

/** The member's values in memory, so that pages read them at once. They are written to the database with every change. */
type Mirror = {
  memberId: number
  values: Map<string, unknown>
  /** Changes that are not in the database yet, also those that waited since an earlier visit. */
  pending: Map<string, unknown>
  /** The paths of those that waited. They are newer than the database, and shown before it is read. */
  waited: Set<string>
  /** What joins a value that is typed before the database is read with the stored one. Without it, the typed one wins. */
  merges: Map<string, Merge | undefined>
  /** Whether what earlier visits stored is among the values. */
  isRead: boolean
  /** Is null once that was read, or took too long. */
  loading: Promise<void> | null
  /** The end of the latest write. */
  written: Promise<void>
  retry: ReturnType<typeof setTimeout> | undefined
  channel: BroadcastChannel | null
  stop: () => void
}
export type Merge = (stored: unknown, typed: unknown) => unknown
/** Gets the path of a changed value, or null if all may have changed, and who has changed it: null for another tab or an earlier visit. */
type Listener = (path: string | null, source: object | null) => void

const maxLoadingMs = 1000
const retryMs = 3000
let mirror: Mirror | null = null
let isFailing = false
const listeners = new Set<Listener>()
const thisTab = {}
/** Files for which the device had no room. They are pending until they are deleted, and are not written again. */
const tooLarge = new WeakSet<Blob>()

export function storedValue(memberId: number, path: string): unknown {
  return mirrorOf(memberId)?.values.get(path) ?? null
}

/** Returns the values whose paths begin with `prefix`. */
export function storedValues(memberId: number, prefix: string): Map<string, unknown> {
  const values = [...(mirrorOf(memberId)?.values ?? [])]
  return new Map(values.filter(([path]) => path.startsWith(prefix)))
}

/** Returns what to wait for before values of earlier visits are there, and null once they are. */
export function whenStoreLoads(memberId: number): Promise<void> | null {
  return mirrorOf(memberId)?.loading ?? null
}

/** Stores or deletes values together, in memory at once and in the database before anything else can happen to the page. */
export function storeValues(
  memberId: number,
  changes: readonly Change[],
  { source = thisTab, merge }: { source?: object | undefined; merge?: Merge | undefined } = {},
): void {
  const own = mirrorOf(memberId)
  if (own === null) {
    if (mayStore(memberId)) writeTyped(memberId, changes).catch(() => {})
    return
  }
  addPending(own, changes)
  if (!own.isRead) for (const [path] of changes) own.merges.set(path, merge)
  own.channel?.postMessage(changes)
  notify(changes, source)
  flush(own)
}

export function onStoredChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns whether the browser failed to store the latest changes, for example because the device is full. */
export function isStoreFailing(): boolean {
  return isFailing
}

/** Resolves when all changes are written, or could not be. */
export async function whenWritten(memberId: number): Promise<void> {
  await mirrorOf(memberId)?.written
}

/** Reads what other tabs have changed. */
export async function reloadStored(memberId: number): Promise<void> {
  const own = mirrorOf(memberId)
  await own?.written
  if (!own?.isRead || !isSupported()) return
  const found = await readTyped(memberId).catch(() => null)
  if (found === null) return
  const paths = [...found.keys(), ...own.values.keys()].filter((path) => !own.pending.has(path))
  apply(
    own,
    paths.map((path) => [path, found.get(path) ?? null]),
  )
}

/** Returns what waits in the outbox, however long a slow device takes to read it. */
export async function unsentValues(memberId: number): Promise<unknown[]> {
  await whenWritten(memberId)
  return [...storedValues(memberId, outboxPrefix).values()]
}

/** Deletes everything of a member on sign-out, so that the next person at this device finds nothing. */
export function deleteStored(memberId: number): void {
  clearStored(() => window.localStorage, `${databaseName(memberId)}.`)
  deleteDatabase(memberId)
}

/** Forgets everything in memory, as a reload does. */
export function forgetStored(): void {
  mirror?.stop()
  mirror = null
  isFailing = false
  notify([], null)
}

const isSupported = () => 'indexedDB' in window

function mirrorOf(memberId: number): Mirror | null {
  if (mirror?.memberId === memberId) return mirror
  if (currentSession()?.userId !== memberId) return null
  mirror?.stop()
  const channel = isSupported() ? new BroadcastChannel(`rootsquare.unsent.${memberId}`) : null
  const waiting = waitingChanges(memberId)
  const own: Mirror = {
    memberId,
    values: new Map(),
    pending: new Map(),
    waited: new Set(waiting.map(([path]) => path)),
    merges: new Map(),
    isRead: false,
    loading: null,
    written: Promise.resolve(),
    retry: undefined,
    channel,
    stop: watch(memberId, channel),
  }
  mirror = own
  addPending(own, [...takeTabDrafts(memberId), ...waiting])
  if (!isSupported()) return own
  flush(own)
  const limit = new Promise((resolve) => setTimeout(resolve, maxLoadingMs))
  own.loading = Promise.race([own.written, limit]).then(() => void (own.loading = null))
  return own
}

function watch(memberId: number, channel: BroadcastChannel | null): () => void {
  const over = new AbortController()
  const options = { signal: over.signal }
  document.addEventListener(
    'visibilitychange',
    () => {
      if (!document.hidden) void reloadStored(memberId)
      else if (mirror) saveOnLeave(mirror)
    },
    options,
  )
  window.addEventListener('pagehide', () => mirror && saveOnLeave(mirror), options)
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<Change[]>) => {
      if (mirror?.memberId !== memberId) return
      for (const [path] of data) mirror.pending.delete(path)
      apply(mirror, data)
    }
  const stopWatching = onSessionChange(() => {
    if (currentSession()?.userId !== memberId) forgetStored()
  })
  return () => {
    over.abort()
    channel?.close()
    stopWatching()
  }
}

/** Adds what earlier visits stored, except where something else was typed before it could be read. */
async function readStoredValues(own: Mirror): Promise<void> {
  const found = await readTyped(own.memberId)
  own.isRead = true
  for (const [path, value] of found) {
    const merge = own.merges.get(path)
    if (!own.pending.has(path)) setIn(own.values, path, value)
    else if (merge && !own.waited.has(path)) addPending(own, [[path, merge(value, own.pending.get(path))]])
  }
  if (mirror === own) notify([...found], null)
}

function addPending(own: Mirror, changes: readonly Change[]): void {
  for (const [path, value] of changes) {
    setIn(own.values, path, value)
    own.pending.set(path, value)
  }
}

function apply(own: Mirror, changes: readonly Change[]): void {
  const real = changes.filter(
    ([path, value]) => JSON.stringify(own.values.get(path) ?? null) !== JSON.stringify(value),
  )
  for (const [path, value] of real) setIn(own.values, path, value)
  if (real.length > 0) notify(real, null)
}

function setIn(values: Map<string, unknown>, path: string, value: unknown): void {
  if (value === null) values.delete(path)
  else values.set(path, value)
}

function notify(changes: readonly Change[], source: object | null): void {
  const paths = changes.length === 0 ? [null] : changes.map(([path]) => path)
  for (const path of paths) for (const listener of listeners) listener(path, source)
}

function setFailing(next: boolean): void {
  if (next === isFailing) return
  isFailing = next
  notify([], null)
}

/** Writes all pending changes, one write after the other. */
function flush(own: Mirror): void {
  if (isSupported()) own.written = own.written.then(() => writePending(own))
  else setFailing(!saveWaiting(own))
}

/** What cannot be written waits, and is written with the next change or a moment later. */
async function writePending(own: Mirror): Promise<void> {
  try {
    if (!own.isRead) await readStoredValues(own)
    const changes = [...own.pending]
    // A file that does not fit must not prevent the texts from being stored.
    const files = changes.flatMap(([path, value]) => (value instanceof Blob ? [[path, value] as const] : []))
    const texts = changes.filter(([, value]) => !(value instanceof Blob))
    await Promise.all([write(own, texts), ...files.map((file) => writeFile(own, file))])
    if (mirror !== own) return
    setFailing(files.some(([, file]) => tooLarge.has(file)))
    writeWaiting(own.memberId, [])
  } catch {
    if (mirror !== own) return
    setFailing(own.pending.size > 0)
    clearTimeout(own.retry)
    if (isFailing) own.retry = setTimeout(() => mirror === own && flush(own), retryMs)
    saveWaiting(own)
  }
}

async function write(own: Mirror, changes: readonly Change[]): Promise<void> {
  if (changes.length > 0) await writeTyped(own.memberId, changes)
  for (const [path, value] of changes) if (own.pending.get(path) === value) own.pending.delete(path)
}

async function writeFile(own: Mirror, change: readonly [path: string, file: Blob]): Promise<void> {
  if (tooLarge.has(change[1])) return
  try {
    await write(own, [change])
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error
    tooLarge.add(change[1])
  }
}

/** Saves what the database did not store, without what was saved there and is deleted now. */
function saveWaiting({ memberId, pending }: Mirror): boolean {
  const values = new Map([...waitingChanges(memberId), ...pending])
  return writeWaiting(
    memberId,
    [...values].filter(([, value]) => isSupported() || value !== null),
  )
}

/** Saves changes that the database has not stored yet, for a page that may be closed before. */
function saveOnLeave({ memberId, pending }: Mirror): void {
  if (pending.size > 0) writeWaiting(memberId, [...pending])
}
