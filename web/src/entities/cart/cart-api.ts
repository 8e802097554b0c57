import { addToCart, removeFromCart, type CartLine } from '@rootsquare/contract/trade/cart'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { cartKeys } from '#web/entities/cart/cart-keys.ts'
import { call, CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { usePendingValue } from '#web/lib/net/use-pending-value.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
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

/** Changes how many pieces of an item are in the cart; 0 removes the line. */
export function useCartCount({ itemId, lineId = 0, count, onRemoved, onFailed }: CountChange) {
  const queryClient = useQueryClient()
  const mutationKey = cartKeys.count(itemId)
  return usePendingValue({
    mutationKey,
    confirmed: count,
    send: async (wanted) => {
      if (wanted === 0) return call(removeFromCart, { params: { id: lineId } })
      return call(addToCart, { body: { itemId, count: wanted } })
    },
    onSuccess: async ({ data, message }, wanted) => {
      await patchCart(queryClient, (lines) => withLine(lines, itemId, data))
      if (wanted === 0) onRemoved?.(message ?? 'Item deleted successfully')
      else if (queryClient.isMutating({ mutationKey }) === 1) showUpdated(message)
    },
    onError: (failure) => {
      showFailed(queryClient, failure)
      onFailed?.()
    },
  })
}

/** Returns how many pieces of an item are in the cart, with a change that is being sent. */
export function countInCart(queryClient: QueryClient, lines: CartLine[], itemId: number): number {
  const pending = { mutationKey: cartKeys.count(itemId), status: 'pending' } as const
  const wanted = lastOf(queryClient.getMutationCache().findAll(pending))?.state.variables
  if (typeof wanted === 'number') return wanted
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
