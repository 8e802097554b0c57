import { notifyManager } from '@tanstack/react-query'
import { retryUntilAnswered } from '#web/lib/net/retry-until-answered.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { reloadStored, whenWritten } from '#web/lib/storage/member-store.ts'
import { requestSync } from '#web/lib/storage/background-sync.ts'
import { entriesIn, nameOf, removeEntry, showEntries } from '#web/lib/storage/outbox.ts'
import type { Outbox, OutboxEntry } from '#web/lib/storage/outbox.ts'
import { outboxLock } from '#web/lib/storage/sendable-entry.ts'

/** How the entries of an outbox are sent. */
type Delivery<Reply> = {
  outbox: Outbox
  /** Whether a failed entry delays those behind it, so that none overtakes it. */
  waitsForFailed: boolean
  /** Whether it also waits when the server says that it gets too much. Somebody who has just written a text is told. */
  waitsForLimit?: boolean
  send: (entry: OutboxEntry) => Promise<Reply>
  /** Returns the reply to an entry that the service worker or a tab that is closed by now has sent. */
  replyTo?: (entry: OutboxEntry) => Reply | null
  /** Shows what was sent. The entry is removed in the same batch. */
  onSent: (entry: OutboxEntry, reply: Reply) => void
  /** What else must know before the entry is gone. */
  beforeRemoval?: (entry: OutboxEntry, reply: Reply) => Promise<void>
  /** Saves the entry with its error. */
  onFailed: (entry: OutboxEntry, failure: unknown) => void
}

/** The outboxes that this tab is sending, or waits for another tab to have sent, and the end of it. */
const sending = new Map<string, Promise<void>>()

/**
 * Sends the waiting entries one after the other, in one tab only, so that they arrive in the order in which they were
 * written. If that tab is closed, another one that shows them goes on (`useSendWaiting`).
 */
export function sendWaiting<Reply>(delivery: Delivery<Reply>): Promise<void> {
  const name = nameOf(delivery.outbox)
  const known = sending.get(name)
  if (known) return known
  const end = withLock(outboxLock(delivery.outbox), () => sendAll(delivery)).finally(() => {
    if (sending.get(name) === end) sending.delete(name)
  })
  sending.set(name, end)
  return end
}

async function sendAll<Reply>(delivery: Delivery<Reply>): Promise<void> {
  const { outbox } = delivery
  const isSignedIn = () => currentSession()?.userId === outbox.memberId
  await reloadStored(outbox.memberId)
  for (let entry = nextIn(delivery); entry && isSignedIn(); entry = nextIn(delivery)) {
    await sendEntry(delivery, entry, isSignedIn)
    // The next tab reads in the database what is left to send.
    await whenWritten(outbox.memberId)
  }
}

function nextIn({ outbox, waitsForFailed }: Pick<Delivery<never>, 'outbox' | 'waitsForFailed'>) {
  const entries = entriesIn(outbox)
  return (waitsForFailed ? entries.slice(0, 1) : entries).find(({ error }) => error === null)
}

async function sendEntry<Reply>(
  { outbox, waitsForLimit = false, send, replyTo, onSent, beforeRemoval, onFailed }: Delivery<Reply>,
  entry: OutboxEntry,
  isSignedIn: () => boolean,
): Promise<void> {
  // A value that was chosen since replaces the entry, but has another position.
  const isCurrent = (one: OutboxEntry) => one.id === entry.id && one.position === entry.position
  const isWaiting = () => entriesIn(outbox).some((one) => isCurrent(one) && one.error === null)
  try {
    const isWanted = () => isSignedIn() && isWaiting()
    const onWait = () => void requestSync(outbox.memberId).catch(() => {})
    const known = replyTo?.(entry) ?? null
    const reply = known ?? (await retryUntilAnswered(() => send(entry), isWanted, { onWait, waitsForLimit }))
    // It was discarded, has arrived, or became too old.
    if (reply === null) return showEntries()
    await beforeRemoval?.(entry, reply)
    // One batch, so that the text is never shown twice or not at all.
    notifyManager.batch(() => {
      if (isSignedIn()) onSent(entry, reply)
      if (entriesIn(outbox).some(isCurrent)) removeEntry(outbox, entry.id)
    })
  } catch (failure) {
    if (isSignedIn()) notifyManager.batch(() => onFailed(entry, failure))
  }
}

/** Without locks, as on plain http, two tabs may send the same entry. The server then accepts it once. */
async function withLock(name: string, run: () => Promise<void>): Promise<void> {
  const locks: LockManager | null | undefined = navigator.locks
  await (locks ? locks.request(name, run) : run())
}
