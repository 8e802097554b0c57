import type { BodyOf } from '@rootsquare/contract/lib/endpoint'
import { listSellerOrders, moveLine, orderTabs, sellerFigures } from '@rootsquare/contract/trade/orders'
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { OrderTab } from '#web/features/orders/orders-api.ts'
import { reloadItems } from '#web/entities/items/item-cache.ts'
import { orderKeys } from '#web/entities/orders/order-keys.ts'
import { call } from '#web/lib/net/call.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'

const pageSize = 20

type SoldFilter = { buyerId: number | undefined; isToShip: boolean }

/** Lists sold lines. The previous rows are shown while those of another buyer load. */
export function sellerOrdersIn(tab: OrderTab, { buyerId, isToShip }: SoldFilter) {
  const status = isToShip && tab === 'Completed/Pending' ? 'PROCESSING' : orderTabs[tab].join(',')
  return infiniteQueryOptions({
    queryKey: [...orderKeys.sold, 'tab', status, buyerId ?? null] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = { status, buyerId, page: pageParam, size: pageSize }
      return (await call(listSellerOrders, { query, signal })).data
    },
    initialPageParam: 0,
    getNextPageParam: ({ last }, _, page) => (last ? undefined : page + 1),
    placeholderData: keepPreviousData,
  })
}

/** Loads a sold line; null if the viewer has not sold it. */
export function sellerOrder(orderId: number) {
  return queryOptions({
    queryKey: orderKeys.soldOne(orderId),
    queryFn: async ({ signal }) => {
      const { data } = await call(listSellerOrders, { query: { orderId }, signal })
      return data.content[0] ?? null
    },
  })
}

/** Loads all lines of one of the seller's parcels. */
export function parcelLines(parcelId: number) {
  return queryOptions({
    queryKey: [...orderKeys.sold, 'parcel', parcelId] as const,
    queryFn: async ({ signal }) =>
      (await call(listSellerOrders, { query: { parcelId, size: 100 }, signal })).data.content,
  })
}

export const figures = queryOptions({
  queryKey: [...orderKeys.sold, 'figures'] as const,
  queryFn: async ({ signal }) => (await call(sellerFigures, { query: {}, signal })).data,
})

type LineMove = BodyOf<typeof moveLine>

/** Moves a line to its next state, and reloads the items, because a declined one is for sale again. */
export function useMoveLine(orderId: number) {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: (body: LineMove) => call(moveLine, { params: { id: orderId }, body }),
    onSuccess: ({ data }) => queryClient.setQueryData(sellerOrder(orderId).queryKey, data),
    // A rejection also means that the screen shows an outdated order.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: orderKeys.sold })
      void reloadItems(queryClient)
    },
  })
}
