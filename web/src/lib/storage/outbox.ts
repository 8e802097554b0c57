import { notifyManager } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { isRejection } from '#web/lib/net/server-message.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { outboxPrefix } from '#web/lib/storage/database.ts'
import { isStoreFailing, onStoredChange, storedValues, storeValues } from '#web/lib/storage/member-store.ts'
import { randomId } from '#web/lib/storage/random-id.ts'
import { propertyOf } from '#web/lib/browser/property-of.ts'
import { useTextDraft } from '#web/lib/storage/use-draft.ts'

/** Contains what a member writes to one receiver, which is a post, another member, or a group (0 for followers). */
export type Outbox = {
  kind: 'comment' | 'message' | 'post'
  memberId: number
  id: number
  /** The error of an entry that is too old to be sent automatically. */
  interruptedError: string
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
}

/** The server remembers a key for a day. An older entry is sent again only if the member retries it. */
const keyLifetimeMs = 23 * 3_600_000

export function newEntry(text: string, item: unknown = null, media: unknown = []): OutboxEntry {
  const position = nextPosition()
  return { id: randomId(), text: text.trim(), item, media, writtenAt: Date.now(), position, error: null }
}

let lastPosition = 0

/** Two entries may be written in the same millisecond. */
function nextPosition(): number {
  lastPosition = Math.max(Date.now(), lastPosition + 1)
  return lastPosition
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
  return kind === 'comment' || kind === 'message' || kind === 'post'
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
  storeValues(memberId, [[pathOf(id), null]])
}

/** Returns false once the entry was sent or discarded. */
function isSaved(outbox: Outbox, id: string): boolean {
  return entriesIn(outbox).some((one) => one.id === id)
}

function changeOf({ kind, id }: Outbox, entry: OutboxEntry) {
  return [pathOf(entry.id), { ...entry, kind, receiverId: id }] as const
}

function pathOf(id: string): string {
  return `${outboxPrefix}${id}`
}

/** Reads an entry, which may come from an older version. */
function entryIn(stored: unknown, interruptedError: string): OutboxEntry[] {
  const [id, text, error] = ['id', 'text', 'error'].map((name) => propertyOf(stored, name))
  if (typeof id !== 'string' || typeof text !== 'string') return []
  const writtenAt = Number(propertyOf(stored, 'writtenAt'))
  const interrupted = Date.now() - writtenAt < keyLifetimeMs ? null : interruptedError
  const position = Number(propertyOf(stored, 'position')) || writtenAt
  const [item, media] = [propertyOf(stored, 'item'), propertyOf(stored, 'media')]
  return [
    { id, text, item, media, writtenAt, position, error: typeof error === 'string' ? error : interrupted },
  ]
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
