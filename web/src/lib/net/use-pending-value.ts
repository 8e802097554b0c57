import { hashKey, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { MutationKey, MutationState, QueryClient } from '@tanstack/react-query'
import { lastOf } from '#web/lib/browser/lists.ts'
import { isTemporary } from '#web/lib/net/retry-until-answered.ts'
import { sendStored } from '#web/lib/net/stored-call.ts'
import type { StoredCall } from '#web/lib/storage/sendable-entry.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { isOffline } from '#web/lib/net/wait.ts'
import { useWaitingValue, type Ids } from '#web/lib/storage/waiting-value.ts'

/** A kind of value that a member can change with one press, such as the like of a post. */
export type ValueKind<Owner extends Ids, Value extends boolean | number, Reply> = {
  name: string
  callOf(ids: Owner, value: Value): StoredCall<Reply>
  /** Writes the answer into the query cache, so that it is the confirmed value from now on. */
  onSent(queryClient: QueryClient, sent: Sent<Owner, Value, Reply>): unknown
  /** Reports that the server has rejected the value. */
  onFailed(queryClient: QueryClient, ids: Owner, failure: Error): unknown
}
export type Sent<Owner extends Ids, Value, Reply> = {
  ids: Owner
  value: Value
  data: Reply
  message: string | undefined
}

type PendingValue<Owner extends Ids, Value extends boolean | number, Reply> = {
  kind: ValueKind<Owner, Value, Reply>
  ids: Owner
  mutationKey: MutationKey
  /** The value in the query cache. */
  confirmed: Value
  /** What a single place shows besides. */
  onSent?: (sent: Sent<Owner, Value, Reply>) => unknown
  onFailed?: () => void
  /** The change waits for a connection. */
  onWaiting?: (value: Value) => void
  /** Values with the same scope are sent one after the other. */
  scope?: string
}

/**
 * Shows a change at once: the value is the one that is being sent or waits in the outbox, or else the confirmed one. A
 * change that was rejected is no longer pending, so there is nothing to undo. Of several quick changes only the first and
 * the last are sent. What gets no answer waits in the outbox.
 */
export function usePendingValue<const Owner extends Ids, Value extends boolean | number, Reply>(
  what: PendingValue<Owner, Value, Reply>,
) {
  const { kind, ids, mutationKey, confirmed, onSent, onFailed, scope = hashKey(mutationKey) } = what
  const queryClient = useQueryClient()
  const waiting = useWaiting(what)
  const filters = { mutationKey, status: 'pending' } as const
  const pending = useMutationState<MutationState<unknown, Error, Value>>({ filters })
  const { mutate } = useServerMutation({
    mutationKey,
    scope: { id: scope },
    mutationFn: (value: Value) => sendStored(kind.callOf(ids, value)),
    onSuccess: async ({ data, message }, value) => {
      const sent = { ids, value, data, message }
      await kind.onSent(queryClient, sent)
      await onSent?.(sent)
    },
    onError: (failure, value) => {
      // A later change replaces those before it.
      if (queryClient.isMutating({ mutationKey }) !== 1) return
      if (isTemporary(failure)) return waiting.wait(value, true)
      kind.onFailed(queryClient, ids, failure)
      onFailed?.()
    },
  })

  function change(value: Value): void {
    const mutations = queryClient.getMutationCache()
    const [sending, ...replaced] = mutations.findAll(filters)
    for (const mutation of replaced) mutations.remove(mutation)
    if (sending === undefined && (isOffline() || waiting.value !== undefined)) waiting.wait(value, false)
    else if (sending?.state.variables !== value) mutate(value)
  }

  const shown = lastOf(pending)?.variables ?? waiting.value ?? confirmed
  return { value: shown, isPending: pending.length > 0, change }
}

/** What waits in the outbox, and how another value comes there. */
function useWaiting<Owner extends Ids, Value extends boolean | number, Reply>({
  kind,
  ids,
  confirmed,
  onWaiting,
}: PendingValue<Owner, Value, Reply>) {
  const { value, store } = useWaitingValue({ name: kind.name, ids })

  function wait(wanted: Value, isTried: boolean): void {
    store({ value: wanted, confirmed, call: kind.callOf(ids, wanted), isTried })
    onWaiting?.(wanted)
  }

  return { value: isSameType(value, confirmed) ? value : undefined, wait }
}

/** What is in the storage may be anything. */
function isSameType<Value>(value: unknown, example: Value): value is Value {
  return typeof value === typeof example
}
