import {
  getAdminOrder,
  listAdminOrders,
  retryOrder,
  settleRefund,
} from '@rootsquare/contract/trade/admin-orders'
import type { BodyOf, ReplyOf } from '@rootsquare/contract/lib/endpoint'
import type { AdminOrder, OrderProblem } from '@rootsquare/contract/trade/admin-orders'
import type { OrderState } from '@rootsquare/contract/trade/orders'
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { orderKeys } from '#web/entities/orders/order-keys.ts'
import { call } from '#web/lib/net/call.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'

const pageSize = 20

type Filter = { q: string; state: OrderState | undefined; problem: OrderProblem | undefined }

/** Shows the previous rows while those of another filter load. */
export function adminOrders(filter: Filter) {
  return infiniteQueryOptions({
    queryKey: [...orderKeys.ofStaff, 'list', filter] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, size: pageSize, ...(pageParam > 0 && { cursor: pageParam }) }
      return (await call(listAdminOrders, { query, signal })).data
    },
    initialPageParam: 0,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
}

const askedPollMs = 5000

/** Polls the order until the provider has replied about its refunds. */
export function adminOrder(id: number) {
  return queryOptions({
    queryKey: [...orderKeys.ofStaff, 'one', id] as const,
    queryFn: async ({ signal }) => (await call(getAdminOrder, { params: { id }, signal })).data,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.refunds.some(isRequested) ? askedPollMs : false),
  })
}

const isRequested = ({ state }: AdminOrder['refunds'][number]) => state === 'ASKED'

export function useRetryOrder(id: number) {
  return useOrderChange(id, () => call(retryOrder, { params: { id } }))
}

export function useSettleRefund(id: number) {
  return useOrderChange(id, (body: BodyOf<typeof settleRefund>) =>
    call(settleRefund, { params: { id }, body }),
  )
}

type OrderReply = { data: ReplyOf<typeof settleRefund>; message: string | undefined }

function useOrderChange<Input = void>(id: number, send: (input: Input) => Promise<OrderReply>) {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: send,
    onSuccess: ({ data }) => queryClient.setQueryData(adminOrder(id).queryKey, data),
    // A rejection also means that the screen shows an outdated order.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: orderKeys.ofStaff }),
  })
}
