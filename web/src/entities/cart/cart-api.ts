import { addToCart, removeFromCart, type CartLine } from '@rootsquare/contract/trade/cart'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { cartKeys } from '#web/entities/cart/cart-keys.ts'
import { call, CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { storedCall } from '#web/lib/net/stored-call.ts'
import type { StoredCall } from '#web/lib/storage/sendable-entry.ts'
import { usePendingValue, type ValueKind } from '#web/lib/net/use-pending-value.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { waitingValue } from '#web/lib/storage/waiting-value.ts'
import { closeSnackbar, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

type CountChange = {
  itemId: number
  /** The line that is removed with the last piece. */
  lineId?: number
  count: number
  onRemoved?: (text: string) => void
  onFailed?: () => void
}
const waitingText = 'Your cart is updated when you are back online, with the price and stock of then.'

type CartReply = CartLine | null

export const cartCount = (lineId: number): ValueKind<readonly [itemId: number], number, CartReply> => ({
  name: 'cart-count',
  callOf: ([itemId], count): StoredCall<CartReply> =>
    count === 0
      ? storedCall(removeFromCart, { params: { id: lineId } })
      : storedCall(addToCart, { body: { itemId, count } }),
  onSent: (queryClient, { ids: [itemId], data }) =>
    patchCart(queryClient, (lines) => withLine(lines, itemId, data)),
  onFailed: (queryClient, _, failure) => showFailed(queryClient, failure),
})

/** Changes how many pieces of an item are in the cart; 0 removes the line. */
export function useCartCount({ itemId, lineId = 0, count, onRemoved, onFailed }: CountChange) {
  const queryClient = useQueryClient()
  const mutationKey = cartKeys.count(itemId)
  return usePendingValue({
    kind: cartCount(lineId),
    ids: [itemId],
    mutationKey,
    confirmed: count,
    onSent({ value: wanted, message }) {
      if (wanted === 0) onRemoved?.(message ?? 'Item deleted successfully')
      else if (queryClient.isMutating({ mutationKey }) === 1) showUpdated(message)
    },
    onWaiting: () => showUpdated(waitingText),
    ...(onFailed && { onFailed }),
  })
}

/** Returns how many pieces of an item are in the cart, with a change that is being sent or waits. */
export function countInCart(queryClient: QueryClient, lines: CartLine[], itemId: number): number {
  const pending = { mutationKey: cartKeys.count(itemId), status: 'pending' } as const
  const wanted = lastOf(queryClient.getMutationCache().findAll(pending))?.state.variables
  if (typeof wanted === 'number') return wanted
  const memberId = currentSession()?.userId ?? 0
  const waiting = waitingValue(memberId, { name: 'cart-count', ids: [itemId] })
  if (typeof waiting === 'number') return waiting
  return lines.find((line) => line.itemId === itemId)?.count ?? 0
}

export function useRestoreLine() {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationKey: cartKeys.restore,
    mutationFn: ({ itemId, count }: CartLine) => call(addToCart, { body: { itemId, count } }),
    onSuccess: async ({ data, message }) => {
      await patchCart(queryClient, (lines) => withLine(lines, data.itemId, data))
      showUpdated(message)
    },
    onError: (failure) => showFailed(queryClient, failure),
  })
}

function withLine(lines: CartLine[], itemId: number, line: CartLine | null): CartLine[] {
  const isThere = lines.some((known) => known.itemId === itemId)
  if (line !== null && !isThere) return [...lines, line]
  return lines.flatMap((known) => (known.itemId === itemId ? (line ?? []) : known))
}

/** A response that is still loading may be older than this change and would undo it, so the cart is loaded again. */
async function patchCart(queryClient: QueryClient, change: (lines: CartLine[]) => CartLine[]): Promise<void> {
  const which = { queryKey: cartKeys.lines }
  const isLoading = queryClient.isFetching(which) > 0
  await queryClient.cancelQueries(which)
  const lines = queryClient.setQueryData<CartLine[]>(cartKeys.lines, (known) => known && change(known))
  if (isLoading || lines === undefined) void queryClient.invalidateQueries(which)
}

let lastSnackbar = 0

/** Replaces the previous snackbar of this kind. */
function showUpdated(text = 'Cart updated successfully'): void {
  closeSnackbar(lastSnackbar)
  lastSnackbar = showSnackbar('success', text)
}

function showFailed(queryClient: QueryClient, failure: Error): void {
  showSnackbar('error', errorText(failure))
  // Without a connection, loading again would only replace the known cart by an error.
  const isSilent = failure instanceof CallError && failure.status === 0
  void queryClient.invalidateQueries({ queryKey: cartKeys.lines, refetchType: isSilent ? 'none' : 'active' })
}
