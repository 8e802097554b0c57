import type { QueryClient } from '@tanstack/react-query'

const root = ['orders'] as const
const bought = [...root, 'bought'] as const
const sold = [...root, 'sold'] as const
const ofStaff = [...root, 'staff'] as const
const one = 'one'

/** Separate keys, so that a change of a bought order does not reload the sold ones. */
export const orderKeys = {
  bought,
  boughtOne: (reference: string) => [...bought, one, reference] as const,
  sold,
  ofStaff,
  soldOne: (orderId: number) => [...sold, one, orderId] as const,
  /** Reloaded with any order, because changes of a dispute are announced as changes of its order. */
  disputes: [...root, 'disputes'] as const,
  /** What a seller has earned, which changes with the state of any sold order. */
  balance: [...root, 'balance'] as const,
}

/** Reloads the open pages of all orders. */
export function reloadOrders(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: root })
}

/**
 * Reloads the lists, whose counts may change, and this order. Its id may be that of a bought order or of a sold line: the event
 * does not say which, and reloading one page too many does no harm.
 */
export function reloadOrder(queryClient: QueryClient, orderId: number): void {
  void queryClient.invalidateQueries({
    queryKey: root,
    predicate: ({ queryKey, state }) => queryKey[bought.length] !== one || orderIdIn(state.data) === orderId,
  })
}

function orderIdIn(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'orderId' in data ? data.orderId : undefined
}
