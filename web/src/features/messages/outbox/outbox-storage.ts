import type { MessageItem } from '#web/features/messages/thread/message-item.tsx'
import { keyOf, saveJson, savedJson, propertyOf } from '#web/lib/storage/saved-json.ts'
import { savedText } from '#web/lib/storage/use-draft.ts'

/** A conversation, by its two sides. */
export type ThreadId = { memberId: number; otherId: number }
/**
 * A message that is being sent, or with `error` one that failed. The key makes sure that it never arrives twice. While
 * it is being sent, `after` is the newest message that was there before it.
 */
export type Outgoing = {
  key: string
  text: string
  /** What it is about. */
  item: MessageItem | null
  writtenAt: number
  error: string | null
  after: number | null
}

export const failed = 'Error sending message'
/** The server knows a key for a day. An older message is sent again only if the member says so. */
const keyLifetimeMs = 23 * 3_600_000
/** Storage keys of messages that closing the tab would lose. */
const unsent = new Set<string>()

export function saveOutgoing(threadId: ThreadId, box: Outgoing[]): void {
  const stored = box.map((outgoing) => ({ ...outgoing, after: undefined }))
  saveJson(storeKeyOf(threadId), stored.length === 0 ? null : stored)
  warnBeforeUnload(threadId, box)
}

export function savedOutgoing(threadId: ThreadId): Outgoing[] {
  const found = savedJson(storeKeyOf(threadId))
  if (!Array.isArray(found)) return []
  const entries: unknown[] = found
  return entries.flatMap((one) => {
    const [key, text] = [propertyOf(one, 'key'), propertyOf(one, 'text')]
    const [writtenAt, error] = [Number(propertyOf(one, 'writtenAt')), propertyOf(one, 'error')]
    if (typeof key !== 'string' || typeof text !== 'string') return []
    const isOld = !(Date.now() - writtenAt < keyLifetimeMs)
    const item = itemIn(propertyOf(one, 'item'))
    return [{ key, text, item, writtenAt, error: errorIn(error) ?? (isOld ? failed : null), after: null }]
  })
}

function itemIn(stored: unknown): MessageItem | null {
  const [id, price] = [Number(propertyOf(stored, 'id')), Number(propertyOf(stored, 'price'))]
  const [name, imageUrl] = [propertyOf(stored, 'name'), propertyOf(stored, 'imageUrl')]
  if (!Number.isInteger(id) || !Number.isFinite(price) || typeof name !== 'string') return null
  return { id, name, price, imageUrl: typeof imageUrl === 'string' ? imageUrl : null }
}

function errorIn(stored: unknown): string | null {
  return typeof stored === 'string' ? stored : null
}

/** Only while needed: a browser may not keep a page with this listener for Back. */
export function warnBeforeUnload(threadId: ThreadId, box: Outgoing[]): void {
  if (box.length === 0) unsent.delete(storeKeyOf(threadId))
  else unsent.add(storeKeyOf(threadId))
  if (unsent.size === 0) window.removeEventListener('beforeunload', warn)
  else window.addEventListener('beforeunload', warn)
}

/** A sign-out may have cleared the storage since. */
function warn(event: BeforeUnloadEvent): void {
  if ([...unsent].some((name) => savedJson(name) !== null)) event.preventDefault()
}

export function draftKey({ memberId, otherId }: ThreadId) {
  return { what: 'message-draft', memberId, id: otherId }
}

type Unsent = { key: string; text: string }

/** What a member wrote to another that never reached them. */
export function unsentTo(threadId: ThreadId): Unsent[] {
  return [...savedOutgoing(threadId), ...draftTo(threadId)]
}

/** What is typed and not sent: one, or none. */
export function draftTo(threadId: ThreadId): Unsent[] {
  const text = savedText(draftKey(threadId))
  return text === '' ? [] : [{ key: 'draft', text }]
}

export function storeKeyOf({ memberId, otherId }: ThreadId): string {
  return keyOf({ what: 'message-outbox', memberId, id: otherId })
}
