import {
  buyAgain,
  cancelOrder,
  confirmOrder,
  listOrders,
  orderTabs,
  refundLine,
} from '@rootsquare/contract/trade/orders'
import type { BodyOf, ReplyOf } from '@rootsquare/contract/lib/endpoint'
import type { Order } from '@rootsquare/contract/trade/orders'
import { verifyPayment } from '@rootsquare/contract/trade/payments'
import { infiniteQueryOptions, queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { cartKeys } from '#web/entities/cart/cart-query.ts'
import { orderKeys } from '#web/entities/orders/order-cache.ts'
import { call } from '#web/lib/net/call.ts'
import { useMemberMutation } from '#web/lib/net/use-member-mutation.ts'
import { whileSignedIn } from '#web/lib/net/while-signed-in.ts'

export type OrderTab = keyof typeof orderTabs

const pageSize = 20

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

/** Null if there is no such order. */
export function orderOf(reference: string) {
  return queryOptions({
    queryKey: orderKeys.boughtOne(reference),
    queryFn: async ({ signal }) => {
      const { data } = await call(listOrders, { query: { transactionRef: reference }, signal })
      return data.content[0] ?? null
    },
  })
}

/** The newest unpaid order, or null. */
export const openOrder = queryOptions({
  queryKey: [...orderKeys.bought, 'open'] as const,
  queryFn: async ({ signal }) => {
    const { data } = await call(listOrders, { query: { status: 'PENDING', size: 1 }, signal })
    return data.content[0] ?? null
  },
})

type CheckedOrder = ReplyOf<typeof verifyPayment>

/** The server asks the payment provider, and replies with the order as it is then. */
export async function checkPayment(queryClient: QueryClient, reference: string): Promise<CheckedOrder> {
  const isHere = whileSignedIn()
  const { data } = await call(verifyPayment, { params: { transactionRef: reference } })
  if (isHere()) showOrder(queryClient, data)
  return data
}

/** Calls `onStockChange` because a canceled order is for sale again. */
export function useCancelOrder(orderId: number, onStockChange: () => void) {
  return useOrderAction(() => call(cancelOrder, { params: { id: orderId } }), onStockChange)
}

export function useConfirmOrder(orderId: number) {
  return useOrderAction((body: BodyOf<typeof confirmOrder>) =>
    call(confirmOrder, { params: { id: orderId }, body }),
  )
}

/** Replies with what is in the cart now, and what is not. */
export function useBuyAgain(orderId: number) {
  const queryClient = useQueryClient()
  return useMemberMutation({
    mutationFn: async () => (await call(buyAgain, { params: { id: orderId } })).data,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: cartKeys.all }),
  })
}

type Refund = { orderLineId: number; reason: string }

export function useRefundLine(orderId: number, onStockChange: () => void) {
  return useOrderAction((body: Refund) => call(refundLine, { params: { id: orderId }, body }), onStockChange)
}

type OrderReply = { data: Order; message: string | undefined }

/** After a rejection the order is loaded again, because it is no longer what the screen shows. */
function useOrderAction<Input = void>(send: (input: Input) => Promise<OrderReply>, onChange?: () => void) {
  const queryClient = useQueryClient()
  return useMemberMutation({
    mutationFn: send,
    onSuccess: ({ data }) => showOrder(queryClient, data),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: orderKeys.bought })
      onChange?.()
    },
  })
}

function showOrder(queryClient: QueryClient, order: Order): void {
  queryClient.setQueryData(orderOf(order.transactionRef).queryKey, order)
}
