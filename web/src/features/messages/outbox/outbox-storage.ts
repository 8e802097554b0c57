import type { MessageItem } from '#web/features/messages/thread/message-item.tsx'
import { keyOf, savedText } from '#web/lib/storage/saved-text.ts'
import { saveJson, savedJson, valueOf } from '#web/lib/storage/saved-json.ts'

/** Whose messages to whom. */
export type Desk = { memberId: number; otherId: number }
/**
 * A message on its way; with `trouble`, one that did not arrive. The key makes sure that it never arrives twice. While
 * it is being sent, `after` is the newest message that was there before it.
 */
export type Outgoing = {
  key: string
  text: string
  /** What it is about. */
  item: MessageItem | null
  writtenAt: number
  trouble: string | null
  after: number | null
}

export const failed = 'Error sending message'
/** The server knows a key for a day. What lay longer goes again only if the person says so. */
const keyHoldsMs = 23 * 3_600_000
/** Where something lies that closing the tab would lose. */
const unsent = new Set<string>()

export function saveOutgoing(desk: Desk, box: Outgoing[]): void {
  const kept = box.map((outgoing) => ({ ...outgoing, after: undefined }))
  saveJson(storeKeyOf(desk), kept.length === 0 ? null : kept)
  warnWhileUnsent(desk, box)
}

export function savedOutgoing(desk: Desk): Outgoing[] {
  const found = savedJson(storeKeyOf(desk))
  if (!Array.isArray(found)) return []
  const entries: unknown[] = found
  return entries.flatMap((one) => {
    const [key, text] = [valueOf(one, 'key'), valueOf(one, 'text')]
    const [writtenAt, trouble] = [Number(valueOf(one, 'writtenAt')), valueOf(one, 'trouble')]
    if (typeof key !== 'string' || typeof text !== 'string') return []
    const isOld = !(Date.now() - writtenAt < keyHoldsMs)
    const item = itemIn(valueOf(one, 'item'))
    return [
      { key, text, item, writtenAt, trouble: fieldErrorIn(trouble) ?? (isOld ? failed : null), after: null },
    ]
  })
}

function itemIn(kept: unknown): MessageItem | null {
  const [id, price] = [Number(valueOf(kept, 'id')), Number(valueOf(kept, 'price'))]
  const [name, imageUrl] = [valueOf(kept, 'name'), valueOf(kept, 'imageUrl')]
  if (!Number.isInteger(id) || !Number.isFinite(price) || typeof name !== 'string') return null
  return { id, name, price, imageUrl: typeof imageUrl === 'string' ? imageUrl : null }
}

function fieldErrorIn(kept: unknown): string | null {
  return typeof kept === 'string' ? kept : null
}

/** Only as long as it is needed: a page that listens for this may have to load anew on Back. */
export function warnWhileUnsent(desk: Desk, box: Outgoing[]): void {
  if (box.length === 0) unsent.delete(storeKeyOf(desk))
  else unsent.add(storeKeyOf(desk))
  if (unsent.size === 0) window.removeEventListener('beforeunload', warn)
  else window.addEventListener('beforeunload', warn)
}

/** Not about what a sign-out has taken away. */
function warn(event: BeforeUnloadEvent): void {
  if ([...unsent].some((name) => savedJson(name) !== null)) event.preventDefault()
}

export function draftPlace({ memberId, otherId }: Desk) {
  return { what: 'message-draft', memberId, id: otherId }
}

type Unsent = { key: string; text: string }

/** What a member wrote to another that never reached them. */
export function unsentTo(desk: Desk): Unsent[] {
  return [...savedOutgoing(desk), ...draftTo(desk)]
}

/** What is typed and not sent: one, or none. */
export function draftTo(desk: Desk): Unsent[] {
  const text = savedText(draftPlace(desk))
  return text === '' ? [] : [{ key: 'draft', text }]
}

export function storeKeyOf({ memberId, otherId }: Desk): string {
  return keyOf({ what: 'message-outbox', memberId, id: otherId })
}
