import type { QueryClient } from '@tanstack/react-query'
import { propertyOf } from '#web/lib/browser/property-of.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { isTemporary } from '#web/lib/net/retry-until-answered.ts'
import { isRejection } from '#web/lib/net/server-message.ts'
import { sendStored } from '#web/lib/net/stored-call.ts'
import type { ValueKind } from '#web/lib/net/use-pending-value.ts'
import type { Ids } from '#web/lib/storage/waiting-value.ts'
import { removeEntry, saveEntries, type Outbox, type OutboxEntry } from '#web/lib/storage/outbox.ts'
import { sendWaiting } from '#web/lib/storage/outbox-sender.ts'

/** Any kind of value. What an entry contains was stored by the same kind. */
export type AnyValueKind = ValueKind<Ids, boolean | number, unknown>

export function valueOutbox(memberId: number): Outbox {
  return { kind: 'value', memberId, id: 0, interruptedError: null, callOf: ({ call }) => call }
}

export function valueIn({ item }: OutboxEntry) {
  const [name, ids, value] = ['name', 'ids', 'value'].map((one) => propertyOf(item, one))
  const known: unknown[] = Array.isArray(ids) ? ids : []
  return {
    name,
    ids: known.filter((id) => typeof id === 'number' || typeof id === 'string'),
    value: typeof value === 'number' ? value : value === true,
  }
}

/** Sends the values that wait, in the order in which they were chosen. One that the server rejects is dropped. */
export function sendValues(
  queryClient: QueryClient,
  memberId: number,
  kinds: readonly AnyValueKind[],
): Promise<void> {
  const outbox = valueOutbox(memberId)
  const kindOf = (entry: OutboxEntry) => kinds.find(({ name }) => name === valueIn(entry).name)
  return sendWaiting({
    outbox,
    waitsForFailed: false,
    isRetried: true,
    async send(entry) {
      if (entry.call === null) throw new Error('Nothing to send.')
      // From now on the server may have it.
      saveEntries(outbox, [{ ...entry, item: { ...valueIn(entry), isTried: true } }])
      return sendStored(entry.call)
    },
    onSent: (entry, sent) => void kindOf(entry)?.onSent(queryClient, { ...valueIn(entry), ...sent }),
    onFailed(entry, failure) {
      // It is tried again at once, and waits again for an answer.
      if (isTemporary(failure)) return
      if (!isRejection(failure)) return saveEntries(outbox, [{ ...entry, error: errorText(failure) }])
      removeEntry(outbox, entry.id)
      kindOf(entry)?.onFailed(queryClient, valueIn(entry).ids, failure)
    },
  })
}
