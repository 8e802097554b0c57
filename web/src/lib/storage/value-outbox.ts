import type { QueryClient } from '@tanstack/react-query'
import { propertyOf } from '#web/lib/browser/property-of.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { patchSaved } from '#web/lib/net/patch-saved.ts'
import { isLimited, isTemporary } from '#web/lib/net/retry-until-answered.ts'
import { isRejection } from '#web/lib/net/server-message.ts'
import { sendStored } from '#web/lib/net/stored-call.ts'
import type { ValueKind } from '#web/lib/net/use-pending-value.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { onStoredChange, storedValue, storedValues } from '#web/lib/storage/member-store.ts'
import { valuesPath, type Ids } from '#web/lib/storage/waiting-value.ts'
import {
  entriesIn,
  removeEntry,
  saveEntries,
  type Outbox,
  type OutboxEntry,
} from '#web/lib/storage/outbox.ts'
import { sendWaiting } from '#web/lib/storage/outbox-sender.ts'

/** Any kind of value. What an entry contains was stored by the same kind. */
export type AnyValueKind = ValueKind<Ids, boolean | number, unknown>

export function valueOutbox(memberId: number): Outbox {
  return { kind: 'value', memberId, id: 0, interruptedError: null, callOf: ({ call }) => call }
}

function valueIn(item: unknown) {
  const [name, ids, value] = ['name', 'ids', 'value'].map((one) => propertyOf(item, one))
  const known: unknown[] = Array.isArray(ids) ? ids : []
  return {
    name,
    ids: known.filter((id) => typeof id === 'number' || typeof id === 'string'),
    value: typeof value === 'number' ? value : value === true,
  }
}

type Reply = { data: unknown; message: string | undefined }

/** Returns the reply to a value that was sent: by another tab, or by the service worker without any page. */
function replyIn(item: unknown): Reply | null {
  const reply = propertyOf(item, 'reply')
  return reply == null ? null : { data: propertyOf(reply, 'data'), message: undefined }
}

/**
 * Sends the values that wait, in the order in which they were chosen. One that the server rejects is dropped. What was sent
 * is also shown in other tabs, and in what was saved on the device.
 */
export function sendValues(
  queryClient: QueryClient,
  memberId: number,
  kinds: readonly AnyValueKind[],
): Promise<void> {
  const outbox = valueOutbox(memberId)
  watchOtherTabs(queryClient, memberId, kinds)
  const isCurrent = ({ id, position }: OutboxEntry) =>
    entriesIn(outbox).some((one) => one.id === id && one.position === position)
  return sendWaiting({
    outbox,
    waitsForFailed: false,
    waitsForLimit: true,
    async send(entry) {
      if (entry.call === null) throw new Error('Nothing to send.')
      // From now on the server may have it.
      saveEntries(outbox, [{ ...entry, item: { ...valueIn(entry.item), isTried: true } }])
      return sendStored(entry.call)
    },
    replyTo: ({ item }) => replyIn(item),
    async beforeRemoval(entry, reply) {
      // A later choice is sent next, and shown until then.
      if (!isCurrent(entry)) return
      const item = { ...valueIn(entry.item), isTried: true, reply: { data: reply.data } }
      saveEntries(outbox, [{ ...entry, call: null, item }])
      const show = (saved: QueryClient) => showSent(saved, kinds, item, reply)
      // What cannot be changed on the device is replaced by the next answer.
      await patchSaved(memberId, item.ids[0] ?? '', show).catch(() => {})
    },
    onSent: ({ item }, reply) => void showSent(queryClient, kinds, item, reply),
    onFailed(entry, failure) {
      // It is tried again at once, and waits again for an answer.
      if (isTemporary(failure) || isLimited(failure)) return
      if (!isRejection(failure)) return saveEntries(outbox, [{ ...entry, error: errorText(failure) }])
      removeEntry(outbox, entry.id)
      const { name, ids } = valueIn(entry.item)
      kindNamed(kinds, name)?.onFailed(queryClient, ids, failure)
    },
  })
}

const kindNamed = (kinds: readonly AnyValueKind[], name: unknown) => kinds.find((kind) => kind.name === name)

/** Makes a value that was sent the confirmed one, also in answers that were on their way and may be older. */
function showSent(
  queryClient: QueryClient,
  kinds: readonly AnyValueKind[],
  item: unknown,
  reply: Reply,
): unknown {
  const { name, ids, value } = valueIn(item)
  const show = () => kindNamed(kinds, name)?.onSent(queryClient, { ids, value, ...reply })
  const cache = queryClient.getQueryCache()
  const loading = new Set(cache.findAll({ fetchStatus: 'fetching' }))
  const stop = cache.subscribe(({ type, query }) => {
    const isOver = type === 'removed' || query.state.fetchStatus !== 'fetching'
    if (isOver && loading.delete(query)) {
      void show()
      query.invalidate()
    }
    if (loading.size === 0) stop()
  })
  return show()
}

const watching = new WeakSet<QueryClient>()

/** Makes a value that another tab has sent the confirmed one here. */
function watchOtherTabs(queryClient: QueryClient, memberId: number, kinds: readonly AnyValueKind[]): void {
  if (watching.has(queryClient)) return
  watching.add(queryClient)
  const waiting = new Set(storedValues(memberId, valuesPath).keys())
  const stop = onStoredChange((path, source) => {
    if (currentSession()?.userId !== memberId) return stop()
    if (!path?.startsWith(valuesPath)) return
    const item = propertyOf(storedValue(memberId, path), 'item')
    const reply = replyIn(item)
    const wasWaiting = waiting.delete(path)
    if (item != null && reply === null) waiting.add(path)
    if (source !== null) return
    if (reply !== null) void showSent(queryClient, kinds, item, reply)
    // It was sent while this tab was not told, or discarded. Only the server knows.
    else if (item == null && wasWaiting) void queryClient.invalidateQueries()
  })
}
