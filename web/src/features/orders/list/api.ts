import { cancelOrder, confirmOrder, listOrders, orderTabs, refundLine } from '@rootsquare/contract/orders'
import type { Order } from '@rootsquare/contract/orders'
import { verifyPayment } from '@rootsquare/contract/payments'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/net/call.ts'
import { whileSignedIn } from '#web/lib/net/still-signed-in.ts'

export type OrderTab = keyof typeof orderTabs

/** What one bought lies under `bought`, what one sold under `sold`: a deed on one side leaves the other alone. */
export const orderKeys = {
  bought: ['orders', 'bought'] as const,
  sold: ['orders', 'sold'] as const,
}

const pageSize = 20

/** One's own, the newest first. */
export function ordersIn(tab: OrderTab) {
  const status = orderTabs[tab].join(',')
  return infiniteQueryOptions({
    queryKey: [...orderKeys.bought, 'tab', tab] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = { status, page: pageParam, size: pageSize }
      return (await call(listOrders, { query, signal })).data
    },
    initialPageParam: 0,
    getNextPageParam: ({ last }, _, page) => (last ? undefined : page + 1),
  })
}

/** Null where one has no such order. */
export function orderOf(reference: string) {
  return queryOptions({
    queryKey: [...orderKeys.bought, 'one', reference] as const,
    queryFn: async ({ signal }) => {
      const { data } = await call(listOrders, { query: { transactionRef: reference }, signal })
      return data.content[0] ?? null
    },
  })
}

/** The newest that waits to be paid; null where none does. */
export const openOrder = queryOptions({
  queryKey: [...orderKeys.bought, 'open'] as const,
  queryFn: async ({ signal }) => {
    const { data } = await call(listOrders, { query: { status: 'PENDING', size: 1 }, signal })
    return data.content[0] ?? null
  },
})

/** The server asks the provider; what it then says of the order is shown at once. */
export async function askProvider(queryClient: QueryClient, reference: string): Promise<Order> {
  const isHere = whileSignedIn()
  const { data } = await call(verifyPayment, { params: { transactionRef: reference } })
  if (isHere()) showOrder(queryClient, data)
  return data
}

/** `onStockChange`: what was ordered is for sale again. */
export function useCancelOrder(orderId: number, onStockChange: () => void) {
  return useDeed(() => call(cancelOrder, { params: { id: orderId } }), onStockChange)
}

export function useConfirmOrder(orderId: number) {
  return useDeed(() => call(confirmOrder, { params: { id: orderId } }))
}

type Refund = { orderLineId: number; reason: string }

export function useRefundLine(orderId: number, onStockChange: () => void) {
  return useDeed((body: Refund) => call(refundLine, { params: { id: orderId }, body }), onStockChange)
}

type Told = { data: Order; message: string | undefined }

/** The answer is the order as it then stands; after a refusal it is not what the screen shows, and is asked for anew. */
function useDeed<Given = void>(deed: (given: Given) => Promise<Told>, onChange?: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: deed,
    onMutate: whileSignedIn,
    onSuccess: ({ data }, _, isHere) => {
      if (isHere()) showOrder(queryClient, data)
    },
    onSettled: (_answer, _failure, _given, isHere) => {
      if (!isHere?.()) return
      void queryClient.invalidateQueries({ queryKey: orderKeys.bought })
      onChange?.()
    },
  })
}

function showOrder(queryClient: QueryClient, order: Order): void {
  queryClient.setQueryData(orderOf(order.transactionRef).queryKey, order)
}
