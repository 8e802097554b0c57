import { hashKey, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { MutationKey, MutationState } from '@tanstack/react-query'
import { lastOf } from '#web/lib/browser/lists.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'

type PendingValue<Value, Reply> = {
  /** Names this value, with the id of its owner at the end. */
  mutationKey: MutationKey
  /** The value in the query cache. */
  confirmed: Value
  send: (value: Value) => Promise<Reply>
  /** Writes the answer into the query cache, so that it is the confirmed value from now on. */
  onSuccess: (reply: Reply, value: Value) => unknown
  /** Is called only for the last change, since a later one replaces those before it. */
  onError?: (failure: Error) => unknown
  /** Values with the same scope are sent one after the other. */
  scope?: string
}

/**
 * Shows a change at once: the value is the one that is being sent, or else the confirmed one. A change that failed is no
 * longer pending, so there is nothing to undo. Of several quick changes only the first and the last are sent.
 */
export function usePendingValue<Value extends boolean | number, Reply>({
  mutationKey,
  confirmed,
  send,
  onSuccess,
  onError,
  scope = hashKey(mutationKey),
}: PendingValue<Value, Reply>) {
  const queryClient = useQueryClient()
  const filters = { mutationKey, status: 'pending' } as const
  const pending = useMutationState<MutationState<Reply, Error, Value>>({ filters })
  const { mutate } = useServerMutation({
    mutationKey,
    scope: { id: scope },
    mutationFn: send,
    onSuccess,
    onError: (failure) => (queryClient.isMutating({ mutationKey }) === 1 ? onError?.(failure) : undefined),
  })

  function change(value: Value): void {
    const mutations = queryClient.getMutationCache()
    const [sending, ...waiting] = mutations.findAll(filters)
    for (const mutation of waiting) mutations.remove(mutation)
    if (sending?.state.variables !== value) mutate(value)
  }

  return { value: lastOf(pending)?.variables ?? confirmed, isPending: pending.length > 0, change }
}
