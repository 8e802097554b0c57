import {
  buyAgain,
  cancelOrder,
  confirmOrder,
  listOrders,
  orderTabs,
  refundLine,
} from '@rootsquare/contract/trade/orders'
import type { Order } from '@rootsquare/contract/trade/orders'
import type { BodyOf, ReplyOf } from '@rootsquare/contract/lib/endpoint'
import { verifyPayment } from '@rootsquare/contract/trade/payments'
import { infiniteQueryOptions, queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { cartKeys } from '#web/entities/cart/cart-keys.ts'
import { reloadItems } from '#web/entities/items/item-cache.ts'
import { orderKeys } from '#web/entities/orders/order-keys.ts'
import { reloadOrders } from '#web/entities/orders/order-cache.ts'
import { awaitsPayment } from '#web/features/orders/order-labels.ts'
import { call } from '#web/lib/net/call.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'

export type OrderTab = keyof typeof orderTabs

const pageSize = 20

export function ordersIn(tab: OrderTab) {
  const status = orderTabs[tab].join(',')
  return infiniteQueryOptions({
    queryKey: [...orderKeys.bought, 'tab', tab] as const,
    meta: { saved: 'main' },
    queryFn: async ({ pageParam, signal }) => {
      const query = { status, page: pageParam, size: pageSize }
      return (await call(listOrders, { query, signal })).data
    },
    initialPageParam: 0,
    getNextPageParam: ({ last }, _, page) => (last ? undefined : page + 1),
  })
}

/** Loads an order by its reference; null if it does not exist. */
export function orderOf(reference: string) {
  return queryOptions({
    queryKey: orderKeys.boughtOne(reference),
    meta: { saved: 'main' },
    queryFn: async ({ signal }) => {
      const { data } = await call(listOrders, { query: { transactionRef: reference }, signal })
      return data.content[0] ?? null
    },
  })
}

/** Loads the newest unpaid order, or null. */
export const openOrder = queryOptions({
  queryKey: [...orderKeys.bought, 'open'] as const,
  queryFn: async ({ signal }) => {
    const { data } = await call(listOrders, { query: { status: 'PENDING', size: 1 }, signal })
    return data.content[0] ?? null
  },
})

type CheckedOrder = ReplyOf<typeof verifyPayment>

/** Makes the server ask the payment provider, and returns the updated order. */
export async function checkPayment(queryClient: QueryClient, reference: string): Promise<CheckedOrder> {
  const { data } = await call(verifyPayment, { params: { transactionRef: reference } })
  showOrder(queryClient, data)
  return data
}

export function useCancelOrder(orderId: number) {
  return useOrderAction(() => call(cancelOrder, { params: { id: orderId } }))
}

export function useConfirmOrder(orderId: number) {
  return useOrderAction((body: BodyOf<typeof confirmOrder>) =>
    call(confirmOrder, { params: { id: orderId }, body }),
  )
}

/** Puts the items of an order into the cart again. The reply says which are missing. */
export function useBuyAgain(orderId: number) {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: async () => (await call(buyAgain, { params: { id: orderId } })).data,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: cartKeys.all }),
  })
}

type Refund = { orderLineId: number; reason: string }

export function useRefundLine(orderId: number) {
  return useOrderAction((body: Refund) => call(refundLine, { params: { id: orderId }, body }))
}

type OrderReply = { data: Order; message: string | undefined }

/**
 * Reloads the order even after a rejection, because the screen shows an outdated one. The items are reloaded too, because
 * canceled or refunded ones are for sale again.
 */
function useOrderAction<Input = void>(send: (input: Input) => Promise<OrderReply>) {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: send,
    onSuccess: ({ data }) => showOrder(queryClient, data),
    onSettled: () => {
      reloadOrders(queryClient)
      void reloadItems(queryClient)
    },
  })
}

function showOrder(queryClient: QueryClient, order: Order): void {
  queryClient.setQueryData(orderOf(order.transactionRef).queryKey, order)
}

/** Reloads when the window gets the focus again, because the order may have been paid in another one. */
export function useReloadOnFocus(reference: string): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let isReloading = false
    // Several events fire for the same return.
    const reload = async () => {
      if (isReloading || document.visibilityState === 'hidden') return
      isReloading = true
      const known = queryClient.getQueryData(orderOf(reference).queryKey)
      // If the check fails, the order is still loaded again.
      if (known && awaitsPayment(known)) await checkPayment(queryClient, reference).catch(() => null)
      await queryClient.invalidateQueries({ queryKey: orderKeys.bought })
      isReloading = false
    }
    const onReturn = () => void reload()
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onReturn()
    }
    window.addEventListener('focus', onReturn)
    window.addEventListener('pageshow', onShow)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      window.removeEventListener('focus', onReturn)
      window.removeEventListener('pageshow', onShow)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [queryClient, reference])
}

/** Checks an unpaid order once, because the tab of the payment may have been closed before it returned. */
export function useCheckPaymentOnce(reference: string, isOpen: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (isOpen) void checkPayment(queryClient, reference).catch(() => null)
  }, [queryClient, reference, isOpen])
}
