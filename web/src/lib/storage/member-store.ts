import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'
import {
  forgetConnection,
  mayStore,
  openDrafts,
  requestResult,
  transactionEnd,
  unsentStore,
  waitingKey,
} from '#web/lib/storage/draft-database.ts'
import { currentSession, onSessionChange } from '#web/lib/session/session.ts'

/** A path and its value; null deletes it. */
type Change = readonly [path: string, value: unknown]
/** The member's values in memory, so that pages read them at once. They are written to the database with every change. */
type Mirror = {
  memberId: number
  values: Map<string, unknown>
  /** Changes that are not in the database yet. */
  pending: Map<string, unknown>
  loaded: Promise<void>
  /** The end of the latest write. */
  written: Promise<void>
  channel: BroadcastChannel | null
  stop: () => void
}

let mirror: Mirror | null = null
let isFailing = false
/** Gets the path of a changed value, or null if all may have changed. */
type Listener = (path: string | null, isOwnChange: boolean) => void
const listeners = new Set<Listener>()

export function storedValue(memberId: number, path: string): unknown {
  return mirrorOf(memberId)?.values.get(path) ?? null
}

export function storedValues(memberId: number, prefix: string): unknown[] {
  const values = [...(mirrorOf(memberId)?.values ?? [])]
  return values.flatMap(([path, value]) => (path.startsWith(prefix) ? [value] : []))
}

/** Stores or deletes values together, in memory at once and in the database before anything else can happen to the page. */
export function storeValues(memberId: number, changes: readonly Change[]): void {
  const own = mirrorOf(memberId)
  if (own === null) {
    if (mayStore(memberId)) write(memberId, changes).catch(() => {})
    return
  }
  for (const [path, value] of changes) {
    setIn(own.values, path, value)
    own.pending.set(path, value)
  }
  own.channel?.postMessage(changes)
  notify(changes, true)
  own.written = flush(own)
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
  await own?.loaded
  const found = own && (await readAll(memberId).catch(() => null))
  if (!found) return
  const paths = new Set([...found.keys(), ...own.values.keys()])
  const current = [...paths].filter((path) => !own.pending.has(path))
  apply(
    own,
    current.map((path) => [path, found.get(path) ?? null]),
  )
}

/** Forgets everything in memory, as a reload does. */
export function forgetStored(): void {
  mirror?.stop()
  mirror = null
  isFailing = false
  notify([], false)
}

const area = () => window.localStorage
const isSupported = () => 'indexedDB' in window

function mirrorOf(memberId: number): Mirror | null {
  if (mirror?.memberId === memberId) return mirror
  if (currentSession()?.userId !== memberId) return null
  mirror?.stop()
  const channel = isSupported() ? new BroadcastChannel(`rootsquare.unsent.${memberId}`) : null
  const none = Promise.resolve()
  const own: Mirror = {
    memberId,
    values: new Map(),
    pending: new Map(),
    loaded: none,
    written: none,
    channel,
    stop: watch(memberId, channel),
  }
  mirror = own
  if (isSupported()) own.loaded = load(own)
  else for (const [path, value] of waitingChanges(memberId)) addWaiting(own, path, value)
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

/** Adds what earlier visits stored. A text that was typed before it could be read is put behind the stored one. */
async function load(own: Mirror): Promise<void> {
  const waiting = waitingChanges(own.memberId)
  const inDatabase = await readAll(own.memberId).catch(() => [])
  const found = new Map([...inDatabase, ...waiting])
  for (const [path, value] of found) {
    const typed = own.pending.get(path)
    if (typed === undefined) setIn(own.values, path, value)
    else if (typeof value === 'string' && value !== typed)
      addWaiting(own, path, typeof typed === 'string' ? `${value}\n${typed}` : value)
  }
  for (const [path, value] of waiting) if (!own.pending.has(path)) own.pending.set(path, value)
  if (mirror !== own) return
  notify([...found], false)
  if (own.pending.size > 0) own.written = flush(own)
}

function addWaiting(own: Mirror, path: string, value: unknown): void {
  setIn(own.values, path, value)
  own.pending.set(path, value)
}

function apply(own: Mirror, changes: readonly Change[]): void {
  const real = changes.filter(
    ([path, value]) => JSON.stringify(own.values.get(path) ?? null) !== JSON.stringify(value),
  )
  for (const [path, value] of real) setIn(own.values, path, value)
  if (real.length > 0) notify(real, false)
}

function setIn(values: Map<string, unknown>, path: string, value: unknown): void {
  if (value === null) values.delete(path)
  else values.set(path, value)
}

function notify(changes: readonly Change[], isOwnChange: boolean): void {
  const paths = changes.length === 0 ? [null] : changes.map(([path]) => path)
  for (const path of paths) for (const listener of listeners) listener(path, isOwnChange)
}

/** Writes all pending changes. What cannot be written waits, and is written with the next change. */
async function flush(own: Mirror): Promise<void> {
  if (!isSupported()) return saveWaiting(own)
  await own.loaded
  const changes = [...own.pending]
  const wasFailing = isFailing
  try {
    await write(own.memberId, changes).catch(() => {
      forgetConnection(own.memberId)
      return write(own.memberId, changes)
    })
    for (const [path, value] of changes) if (own.pending.get(path) === value) own.pending.delete(path)
    isFailing = false
  } catch {
    isFailing = true
  }
  if (mirror !== own) return
  saveWaiting(own)
  if (isFailing !== wasFailing) notify([], true)
}

/** Saves what the database did not store, without what was saved there and is deleted now. */
function saveWaiting({ memberId, pending }: Mirror): void {
  const isNeeded = isFailing || !isSupported()
  const values = new Map(isNeeded ? [...waitingChanges(memberId), ...pending] : [])
  const changes = [...values].filter(([, value]) => isSupported() || value !== null)
  writeStored(area, waitingKey(memberId), changes.length > 0 ? JSON.stringify(changes) : null)
}

/** Saves changes that the database has not stored yet, for a page that may be closed before. */
function saveOnLeave({ memberId, pending }: Mirror): void {
  if (pending.size > 0) writeStored(area, waitingKey(memberId), JSON.stringify([...pending]))
}

function waitingChanges(memberId: number): Change[] {
  const stored = readJson(readStored(area, waitingKey(memberId)) ?? '[]')
  if (!Array.isArray(stored)) return []
  return stored.flatMap((one: unknown) =>
    Array.isArray(one) && typeof one[0] === 'string' ? [[one[0], one[1]] as const] : [],
  )
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function write(memberId: number, changes: readonly Change[]): Promise<void> {
  const db = await openDrafts(memberId)
  if (!mayStore(memberId)) return
  const transaction = db.transaction(unsentStore, 'readwrite')
  const end = transactionEnd(transaction)
  const store = transaction.objectStore(unsentStore)
  for (const [path, value] of changes) {
    if (value === null) store.delete(path)
    else store.put(value, path)
  }
  // A page that is being closed does not live until the browser commits by itself.
  transaction.commit()
  await end
}

async function readAll(memberId: number): Promise<Map<string, unknown>> {
  const store = (await openDrafts(memberId)).transaction(unsentStore).objectStore(unsentStore)
  const [paths, values] = await Promise.all([
    requestResult(store.getAllKeys()),
    requestResult<unknown[]>(store.getAll()),
  ])
  return new Map(paths.map((path, at) => [String(path), values[at]]))
}
