import type { QueryClient } from '@tanstack/react-query'
import { orderKeys } from '#web/entities/orders/order-keys.ts'

/** Reloads the open pages of all orders. */
export function reloadOrders(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: orderKeys.all })
}

/**
 * Reloads the lists, whose counts may change, and this order. Its id may be that of a bought order or of a sold line: the event
 * does not say which, and reloading one page too many does no harm.
 */
export function reloadOrder(queryClient: QueryClient, orderId: number): void {
  void queryClient.invalidateQueries({
    queryKey: orderKeys.all,
    predicate: ({ queryKey, state }) =>
      queryKey[orderKeys.bought.length] !== 'one' || orderIdIn(state.data) === orderId,
  })
}

function orderIdIn(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'orderId' in data ? data.orderId : undefined
}
