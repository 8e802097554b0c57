import { getAdminOrder, listAdminOrders, retryOrder } from '@rootsquare/contract/trade/admin-orders'
import type { AdminOrder, OrderProblem } from '@rootsquare/contract/trade/admin-orders'
import type { OrderState } from '@rootsquare/contract/trade/orders'
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { orderKeys } from '#web/entities/orders/order-cache.ts'
import { call } from '#web/lib/net/call.ts'
import { useMemberMutation } from '#web/lib/net/use-member-mutation.ts'

const pageSize = 20

type Filter = { q: string; state: OrderState | undefined; problem: OrderProblem | undefined }

/** While the rows of another filter load, those before stay on screen. */
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

/** Loaded again while the provider has not answered about a refund. */
export function adminOrder(id: number) {
  return queryOptions({
    queryKey: [...orderKeys.ofStaff, 'one', id] as const,
    queryFn: async ({ signal }) => (await call(getAdminOrder, { params: { id }, signal })).data,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.refunds.some(isAsked) ? askedPollMs : false),
  })
}

const isAsked = ({ state }: AdminOrder['refunds'][number]) => state === 'ASKED'

/** After an action that has a dialog of its own. */
export function useReloadAdminOrders(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: orderKeys.ofStaff })
}

export function useRetryOrder(id: number) {
  const queryClient = useQueryClient()
  return useMemberMutation({
    mutationFn: () => call(retryOrder, { params: { id } }),
    onSuccess: ({ data }) => queryClient.setQueryData(adminOrder(id).queryKey, data),
    // Also after a rejection, because the order is no longer what the screen shows.
    onSettled: useReloadAdminOrders(),
  })
}
