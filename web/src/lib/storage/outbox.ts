import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query'
import { isRejection } from '#web/lib/net/server-message.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { randomId } from '#web/lib/storage/random-id.ts'
import { keyOf, propertyOf, savedJson, saveJson } from '#web/lib/storage/saved-json.ts'
import { savedText } from '#web/lib/storage/use-draft.ts'

/** Contains what a member writes to one receiver, which is a post or another member. */
export type Outbox = {
  kind: 'comment' | 'message'
  memberId: number
  id: number
  /** The error of an entry that a reload interrupted too long ago to be sent again automatically. */
  interruptedError: string
  warnsBeforeUnload: boolean
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
  error: string | null
}

/** The server remembers a key for a day. An older entry is sent again only if the member retries it. */
const keyLifetimeMs = 23 * 3_600_000

/** Storage keys of entries that closing the tab would lose. */
const unsent = new Set<string>()

export function outboxQuery(outbox: Outbox) {
  return queryOptions<OutboxEntry[]>({
    queryKey: queryKeyOf(outbox),
    queryFn: skipToken,
    initialData: () => storedEntries(outbox),
    staleTime: Infinity,
  })
}

export function newEntry(text: string, item: unknown = null, media: unknown = []): OutboxEntry {
  return { id: randomId(), text: text.trim(), item, media, writtenAt: Date.now(), error: null }
}

/** Returns the entry as it is sent again. */
export function withoutError(entry: OutboxEntry): OutboxEntry {
  return entry.error === null ? entry : { ...entry, writtenAt: Date.now(), error: null }
}

export function entriesIn(queryClient: QueryClient, outbox: Outbox): OutboxEntry[] {
  return queryClient.getQueryData<OutboxEntry[]>(queryKeyOf(outbox)) ?? storedEntries(outbox)
}

/** Returns whether a page shows the entries, and therefore their errors. */
export function isShown(queryClient: QueryClient, outbox: Outbox): boolean {
  const shown = queryClient.getQueryCache().find({ queryKey: queryKeyOf(outbox) })
  return shown !== undefined && shown.getObserversCount() > 0
}

export function changeEntries(
  queryClient: QueryClient,
  outbox: Outbox,
  change: (entries: OutboxEntry[]) => OutboxEntry[],
): void {
  const entries = change(entriesIn(queryClient, outbox))
  // After a sign-out the cache is of nobody or of another member.
  const isOwnCache = currentSession()?.userId === outbox.memberId
  if (isOwnCache) queryClient.setQueryData<OutboxEntry[]>(queryKeyOf(outbox), entries)
  store(outbox, entries)
}

/** Saves an entry that is about to be sent. One that is already in the outbox keeps its position. */
export function saveEntry(queryClient: QueryClient, outbox: Outbox, entry: OutboxEntry): void {
  changeEntries(queryClient, outbox, (entries) => {
    const isThere = entries.some(({ id }) => id === entry.id)
    return isThere ? replace(entries, entry.id, withoutError(entry)) : [...entries, withoutError(entry)]
  })
}

/** Returns false once the entry was sent or discarded, or a sign-out has deleted it. */
export function isSaved(queryClient: QueryClient, outbox: Outbox, entry: OutboxEntry): boolean {
  return entriesIn(queryClient, outbox).some(({ id }) => id === entry.id)
}

/** Saves an entry with its error. The server would reject the same id again, so a rejected entry gets a new one. */
export function saveFailed(
  queryClient: QueryClient,
  outbox: Outbox,
  entry: OutboxEntry,
  failure: unknown,
): void {
  const id = isRejection(failure) ? randomId() : entry.id
  changeEntries(queryClient, outbox, (entries) => replace(entries, entry.id, { ...entry, id }))
}

export function removeEntry(queryClient: QueryClient, outbox: Outbox, id: string): void {
  changeEntries(queryClient, outbox, (entries) => entries.filter((one) => one.id !== id))
}

type UnsentText = Pick<OutboxEntry, 'id' | 'text'>

/** Returns the texts that never reached their receiver. */
export function unsentTexts(outbox: Outbox): UnsentText[] {
  return [...storedEntries(outbox), ...draftTexts(outbox)].filter(({ text }) => text !== '')
}

/** Returns the text that is typed and not sent, if any. */
export function draftTexts(outbox: Outbox): UnsentText[] {
  const text = savedText(draftKey(outbox))
  return text === '' ? [] : [{ id: 'draft', text }]
}

/** Returns the key of the text that is being typed. */
export function draftKey({ kind, memberId, id }: Outbox) {
  return { what: `${kind}-draft`, memberId, id }
}

function storageKey({ kind, memberId, id }: Outbox): string {
  return keyOf({ what: `${kind}-outbox`, memberId, id })
}

/** Warns only while needed, because browsers may not cache a page with this listener for Back. */
export function warnBeforeUnload(outbox: Outbox, entries = storedEntries(outbox)): void {
  if (entries.length === 0) unsent.delete(storageKey(outbox))
  else if (outbox.warnsBeforeUnload) unsent.add(storageKey(outbox))
  if (unsent.size === 0) window.removeEventListener('beforeunload', warn)
  else window.addEventListener('beforeunload', warn)
}

/** Checks the storage, which a sign-out may have cleared. */
function warn(event: BeforeUnloadEvent): void {
  if ([...unsent].some((key) => savedJson(key) !== null)) event.preventDefault()
}

function store(outbox: Outbox, entries: OutboxEntry[]): void {
  saveJson(storageKey(outbox), entries.length === 0 ? null : entries)
  warnBeforeUnload(outbox, entries)
}

function storedEntries(outbox: Outbox): OutboxEntry[] {
  const stored = savedJson(storageKey(outbox))
  if (!Array.isArray(stored)) return []
  return stored.flatMap((one: unknown) => {
    const [id, text, error] = [propertyOf(one, 'id'), propertyOf(one, 'text'), propertyOf(one, 'error')]
    if (typeof id !== 'string' || typeof text !== 'string') return []
    const writtenAt = Number(propertyOf(one, 'writtenAt'))
    const interrupted = Date.now() - writtenAt < keyLifetimeMs ? null : outbox.interruptedError
    const shownError = typeof error === 'string' ? error : interrupted
    const [item, media] = [propertyOf(one, 'item'), propertyOf(one, 'media')]
    return [{ id, text, item, media, writtenAt, error: shownError }]
  })
}

function replace(entries: OutboxEntry[], id: string, next: OutboxEntry): OutboxEntry[] {
  return entries.map((one) => (one.id === id ? next : one))
}

function queryKeyOf(outbox: Outbox) {
  return ['outbox', storageKey(outbox)] as const
}
