import { notifyManager } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { isRejection } from '#web/lib/net/server-message.ts'
import type { StoredCall } from '#web/lib/storage/sendable-entry.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { outboxPrefix } from '#web/lib/storage/database.ts'
import { isStoreFailing, onStoredChange, storedValues, storeValues } from '#web/lib/storage/member-store.ts'
import { nextPosition } from '#web/lib/storage/next-position.ts'
import { keyLifetimeMs } from '#web/lib/storage/sendable-entry.ts'
import { randomId } from '#web/lib/storage/random-id.ts'
import { propertyOf } from '#web/lib/browser/property-of.ts'
import { useTextDraft } from '#web/lib/storage/use-draft.ts'

/**
 * Contains what waits for one receiver, which is a post, another member, or a group (0 for followers). All switches and
 * counts that were changed without a connection (`value`) are in one.
 */
export type Outbox = {
  kind: 'comment' | 'message' | 'post' | 'value'
  memberId: number
  id: number
  /** The error of an entry that is too old to be sent automatically; null if its age does not matter. */
  interruptedError: string | null
  /** Returns the call that sends an entry; null if only a page can send it, because it has more to do. */
  callOf: (entry: OutboxEntry) => StoredCall | null
}
/**
 * An entry that is being sent, or failed with `error`. Its id is the Idempotency-Key, so that it never arrives twice.
 */
export type OutboxEntry = {
  id: string
  text: string
  /** The item that the text is about, as the feature has stored it. */
  item: unknown
  /** Uploaded files, as the feature has stored them. */
  media: unknown
  writtenAt: number
  /** The position among the entries of the same outbox, which a retry does not change. */
  position: number
  error: string | null
  /** The call as it was stored. */
  call: StoredCall | null
  /** The paths of the files that are deleted together with it. */
  files?: string[]
}

export function newEntry(text: string, item: unknown = null, media: unknown = []): OutboxEntry {
  const position = nextPosition()
  return {
    id: randomId(),
    text: text.trim(),
    item,
    media,
    writtenAt: Date.now(),
    position,
    error: null,
    call: null,
  }
}

/** Returns the entry as it is sent again. */
export function withoutError(entry: OutboxEntry): OutboxEntry {
  return entry.error === null ? entry : { ...entry, writtenAt: Date.now(), error: null }
}

/** Returns the entries in the order in which they were written. */
export function entriesIn(outbox: Outbox): OutboxEntry[] {
  const entries = [...storedValues(outbox.memberId, outboxPrefix).values()].flatMap((stored) => {
    const isHere =
      propertyOf(stored, 'kind') === outbox.kind && propertyOf(stored, 'receiverId') === outbox.id
    return isHere ? entryIn(stored, outbox.interruptedError) : []
  })
  return entries.sort((one, other) => one.position - other.position)
}

/** Returns the receivers to whom something was not sent yet. */
export function unsentReceivers(memberId: number): Pick<Outbox, 'kind' | 'id'>[] {
  const receivers = [...storedValues(memberId, outboxPrefix).values()].flatMap((stored) => {
    const [kind, id] = [propertyOf(stored, 'kind'), propertyOf(stored, 'receiverId')]
    return isKind(kind) && typeof id === 'number' ? [{ kind, id }] : []
  })
  return [...new Map(receivers.map((one) => [`${one.kind}.${one.id}`, one])).values()]
}

function isKind(kind: unknown): kind is Outbox['kind'] {
  return kind === 'comment' || kind === 'message' || kind === 'post' || kind === 'value'
}

/** Saves entries as they are now. They keep their positions. */
export function saveEntries(outbox: Outbox, entries: OutboxEntry[]): void {
  storeValues(
    outbox.memberId,
    entries.map((entry) => changeOf(outbox, entry)),
  )
}

/** Saves an entry with its error. The server would reject the same id again, so a rejected entry gets a new one. */
export function saveFailed(outbox: Outbox, entry: OutboxEntry, failure: unknown): void {
  if (!isSaved(outbox, entry.id)) return
  if (!isRejection(failure)) return saveEntries(outbox, [entry])
  storeValues(outbox.memberId, [[pathOf(entry.id), null], changeOf(outbox, { ...entry, id: randomId() })])
}

export function removeEntry({ memberId }: Outbox, id: string): void {
  removeStored(memberId, pathOf(id))
}

/** Removes the entry at a path, and its files. */
export function removeStored(memberId: number, path: string): void {
  const files = propertyOf(storedValues(memberId, path).get(path), 'files')
  const paths = [path, ...(Array.isArray(files) ? files.map(String) : [])]
  storeValues(
    memberId,
    paths.map((one) => [one, null]),
  )
}

/** Returns false once the entry was sent or discarded. */
export function isSaved(outbox: Outbox, id: string): boolean {
  return entriesIn(outbox).some((one) => one.id === id)
}

/** The call is stored with the entry for the service worker, which knows nothing else about it. */
function changeOf({ kind, id, callOf }: Outbox, entry: OutboxEntry) {
  return [pathOf(entry.id), { ...entry, kind, receiverId: id, call: callOf(entry) }] as const
}

function pathOf(id: string): string {
  return `${outboxPrefix}${id}`
}

/** Reads an entry, which may come from an older version. */
function entryIn(stored: unknown, interruptedError: string | null): OutboxEntry[] {
  const [id, text, error] = ['id', 'text', 'error'].map((name) => propertyOf(stored, name))
  if (typeof id !== 'string' || typeof text !== 'string') return []
  const writtenAt = Number(propertyOf(stored, 'writtenAt'))
  const interrupted = Date.now() - writtenAt < keyLifetimeMs ? null : interruptedError
  const position = Number(propertyOf(stored, 'position')) || writtenAt
  const [item, media, call] = ['item', 'media', 'call'].map((name) => propertyOf(stored, name))
  const known = { id, text, item, media, writtenAt, position, call: isStoredCall(call) ? call : null }
  const files = propertyOf(stored, 'files')
  if (Array.isArray(files)) Object.assign(known, { files })
  return [{ ...known, error: typeof error === 'string' ? error : interrupted }]
}

function isStoredCall(call: unknown): call is StoredCall {
  return typeof propertyOf(call, 'method') === 'string' && typeof propertyOf(call, 'path') === 'string'
}

/** The entries that pages show, by outbox. */
const shown = new Map<string, OutboxEntry[]>()
/** What pages call when the entries of any outbox have changed, with the name of their own. */
const watchers = new Map<() => void, string>()

/** Shows the entries of an outbox. Changes made in one batch with the query cache are shown together with it. */
export function useOutbox(outbox: Outbox): OutboxEntry[] {
  const name = nameOf(outbox)
  const subscribe = useCallback(
    (listener: () => void) => {
      watchers.set(listener, name)
      return () => void watchers.delete(listener)
    },
    [name],
  )
  return useSyncExternalStore(subscribe, () => shownEntries(outbox))
}

function shownEntries(outbox: Outbox): OutboxEntry[] {
  const name = nameOf(outbox)
  const entries = shown.get(name) ?? entriesIn(outbox)
  shown.set(name, entries)
  return entries
}

/** Returns whether a page shows the entries, and therefore their errors. */
export function isShown(outbox: Outbox): boolean {
  return [...watchers.values()].includes(nameOf(outbox))
}

export function nameOf({ kind, memberId, id }: Outbox): string {
  return `${kind}.${memberId}.${id}`
}

onStoredChange((path) => {
  if (path === null || path.startsWith(outboxPrefix)) showEntries()
})

/** Shows the entries again, also because one may have become too old to be sent. */
export function showEntries(): void {
  shown.clear()
  warnBeforeUnload()
  notifyManager.schedule(() => {
    for (const watcher of watchers.keys()) watcher()
  })
}

/** Warns only while entries would be lost, because browsers may not cache a page with this listener for Back. */
function warnBeforeUnload(): void {
  const memberId = currentSession()?.userId
  const isAtRisk = isStoreFailing() && memberId !== undefined && storedValues(memberId, outboxPrefix).size > 0
  if (isAtRisk) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

type UnsentText = Pick<OutboxEntry, 'id' | 'text'>

/** Returns the texts that never reached their receiver. */
export function useUnsentTexts(outbox: Outbox): UnsentText[] {
  const entries = useOutbox(outbox)
  const drafts = [useTextDraft(draftKey(outbox)).draft, useTextDraft(draftKey(outbox, 'reply')).draft]
  const typed = drafts.map((text, at) => ({ id: `draft-${at}`, text }))
  return [...entries, ...typed].filter(({ text }) => text !== '')
}

/** Returns the key of the text that is being typed. Below a post, that is a comment or a reply, each with its draft. */
export function draftKey({ kind, memberId, id }: Outbox, what: 'reply' | Outbox['kind'] = kind) {
  return { what: `${what}-draft`, memberId, id }
}
