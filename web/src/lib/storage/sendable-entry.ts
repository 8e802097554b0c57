import type { Callable } from '@rootsquare/contract/lib/endpoint'

declare const reply: unique symbol

/** A call as plain data, which can be stored and sent later, also by the service worker. */
export type StoredCall<Reply = unknown> = Pick<Callable, 'method' | 'path'> & {
  body?: unknown
  readonly [reply]?: Reply
}

/** An entry of the outbox as the service worker reads it. The call is null if only a page can send it. */
export type StoredEntry = {
  id: string
  kind: string
  receiverId: number
  item: unknown
  writtenAt: number
  position: number
  error: string | null
  call: StoredCall | null
  /** The paths of the files that are deleted together with it. */
  files?: string[]
}
export type SendableEntry = StoredEntry & { call: StoredCall }

/** The server remembers a key for a day. An older entry is sent again only if the member retries it. */
export const keyLifetimeMs = 23 * 3_600_000

/** Returns whether it may be sent without asking. A switch has no key, and may be sent at any time. */
export function isDue(entry: StoredEntry): entry is SendableEntry {
  const { kind, error, call, writtenAt } = entry
  const isYoung = kind === 'value' || Date.now() - writtenAt < keyLifetimeMs
  return call != null && error === null && isYoung
}

/** Names the lock under which what waits for a receiver is sent, by one page or the service worker. */
export function outboxLock({ kind, memberId, id }: { kind: string; memberId: number; id: number }): string {
  return `rootsquare.outbox.${kind}.${memberId}.${id}`
}

/** Where the page stores the token for the service worker, in the database that a sign-out deletes. */
export const tokenPath = 'token'

/** The tag of a sync, with the id of the member behind it. */
export const syncTagPrefix = 'outbox.'
