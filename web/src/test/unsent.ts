import type { Outbox, OutboxEntry } from '#web/lib/storage/outbox.ts'

/** The window of these tests has no IndexedDB, so everything waits here. */
const area = () => window.localStorage
const key = 'rootsquare.drafts.1.unsent'

type Stored = Partial<OutboxEntry> & Pick<OutboxEntry, 'text'>

/** Stores entries in the outbox of member 1 as an earlier visit leaves them. */
export function storeUnsent(kind: Outbox['kind'], receiverId: number, ...entries: Stored[]): void {
  for (const [position, entry] of entries.entries()) {
    const blank = {
      id: 'key',
      item: null,
      media: [],
      writtenAt: Date.now(),
      position: position + 1,
      error: null,
    }
    const stored = { ...blank, ...entry, kind, receiverId }
    store(`outbox.${stored.id}`, stored)
  }
}

/** Stores what member 1 has typed, such as a 'message-draft' to member 2. */
export function storeDraft(what: string, id: number | string, draft: unknown): void {
  store(`rootsquare.${what}.1.${id}`, draft)
}

export function storedUnsent(): string {
  return area().getItem(key) ?? ''
}

function store(path: string, value: unknown): void {
  const stored: unknown[] = JSON.parse(area().getItem(key) ?? '[]')
  area().setItem(key, JSON.stringify([...stored, [path, value]]))
}
