import {
  addDisputeMessage,
  decideDispute,
  getDispute,
  listDisputes,
  openDispute,
  withdrawDispute,
} from '@rootsquare/contract/trade/disputes'
import type {
  NewDisputeDecision,
  Dispute,
  DisputeQuery,
  DisputeReason,
} from '@rootsquare/contract/trade/disputes'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useReloadOnNotification } from '#web/entities/notifications/reload-on-notification.ts'
import { orderKeys } from '#web/entities/orders/order-keys.ts'
import { reloadOrders } from '#web/entities/orders/order-cache.ts'
import { call } from '#web/lib/net/call.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'

export type DisputeScope = 'own' | 'all'
export type DisputeTab = NonNullable<DisputeQuery['state']>

/** Lists disputes; the scope `all` is for staff. */
export function disputesIn(scope: DisputeScope, state: DisputeTab) {
  return infiniteQueryOptions({
    queryKey: [...orderKeys.disputes, 'list', scope, state] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        state,
        ...(scope === 'own' && { own: 'true' as const }),
        ...(pageParam > 0 && { cursor: pageParam }),
      }
      return (await call(listDisputes, { query, signal })).data
    },
    initialPageParam: 0,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

/** Loads a dispute; null if it does not exist for this viewer. */
export function disputeOf(id: number) {
  return queryOptions({
    queryKey: [...orderKeys.disputes, 'page', id] as const,
    queryFn: async ({ signal }): Promise<Dispute | null> => {
      try {
        return (await call(getDispute, { params: { id }, signal })).data
      } catch (failure) {
        if (isMissing(failure)) return null
        throw failure
      }
    },
  })
}

const disputeKeys = [orderKeys.disputes]

/** Reloads disputes with each new notification, because staff receive no events of the orders. */
export function useReloadDisputes(): void {
  useReloadOnNotification(disputeKeys)
}

type MessageContent = { text: string; images: string[] }
type NewDispute = MessageContent & { orderLineId: number; reason: DisputeReason }

export function useOpenDispute(orderId: number) {
  return useDisputeChange((body: NewDispute) => call(openDispute, { params: { id: orderId }, body }))
}

export function useAddDisputeMessage(id: number) {
  return useDisputeChange(({ key, ...body }: MessageContent & { key: string }) =>
    call(addDisputeMessage, { params: { id }, body, idempotencyKey: key }),
  )
}

export function useDecideDispute(id: number) {
  return useDisputeChange((body: NewDisputeDecision) => call(decideDispute, { params: { id }, body }))
}

/** Ends a dispute without staff: the seller refunds everything, or the buyer withdraws. */
export function useEndDispute(id: number, isGranted: boolean) {
  return useDisputeChange<void>(() =>
    isGranted
      ? call(decideDispute, { params: { id }, body: { decision: 'REFUND_BUYER' } })
      : call(withdrawDispute, { params: { id } }),
  )
}

type Reply = { data: Dispute; message: string | undefined }

/** Reloads the dispute after a rejection too, because the screen shows an outdated one. */
function useDisputeChange<Input>(send: (input: Input) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: send,
    onSuccess: ({ data }) => queryClient.setQueryData(disputeOf(data.id).queryKey, data),
    onSettled: () => reloadOrders(queryClient),
  })
}
