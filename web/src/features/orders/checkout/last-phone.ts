import { listOrders } from '@rootsquare/contract/trade/orders'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { orderKeys } from '#web/entities/orders/order-keys.ts'
import { call } from '#web/lib/net/call.ts'

const lastPhone = queryOptions({
  queryKey: [...orderKeys.bought, 'last-phone'] as const,
  queryFn: async ({ signal }) => {
    const { data } = await call(listOrders, { query: { size: 1 }, signal })
    return data.content[0]?.phoneNumber ?? ''
  },
})

/** Returns the phone number of the last order, made on any device. Empty while loading or without an order. */
export function useLastPhone(): string {
  return useQuery(lastPhone).data ?? ''
}
