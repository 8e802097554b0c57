import { addToCart, removeFromCart, type CartLine } from '@rootsquare/contract/trade/cart'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { cartKeys } from '#web/entities/cart/cart-keys.ts'
import { call, CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { closeSnackbar, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

/** The quantity that the member wants; 0 removes the line. */
export type Change = { itemId: number; lineId: number; count: number }

const pending = { mutationKey: cartKeys.change, status: 'pending' } as const
export const pendingChanges = { filters: pending, select: changeIn }

/**
 * Sends one call at a time for each item. Of the changes made during a call only the latest is sent, so that quick clicks
 * are neither lost nor sent one by one. The screen shows the latest change until the server has responded.
 */
export function useChangeLine({ itemId }: Pick<CartLine, 'itemId'>, onRemoved: (text: string) => void) {
  const queryClient = useQueryClient()
  const changes = () => pendingChangesFor(queryClient, itemId)
  return useServerMutation({
    mutationKey: cartKeys.change,
    scope: { id: `cart-${itemId}` },
    mutationFn: async (change: Change) => (lastOf(changes()) === change ? send(change) : null),
    onSuccess: async (response, { count }) => {
      if (response === null) return
      await patchCart(queryClient, (lines) => withLine(lines, itemId, response.data))
      if (count === 0) onRemoved(response.message ?? 'Item deleted successfully')
      else if (changes().length === 1) showUpdated(response.message)
    },
    onError: (failure) => {
      // A later change replaces this one.
      if (changes().length === 1) showFailed(queryClient, failure)
    },
  })
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

function send({ itemId, lineId, count }: Change) {
  if (count === 0) return call(removeFromCart, { params: { id: lineId } })
  return call(addToCart, { body: { itemId, count } })
}

export function pendingChangesFor(queryClient: QueryClient, itemId: number): Change[] {
  return queryClient
    .getMutationCache()
    .findAll(pending)
    .flatMap(changeIn)
    .filter((change) => change.itemId === itemId)
}

function changeIn({ state: { variables } }: { state: { variables: unknown } }): Change[] {
  return isChange(variables) ? [variables] : []
}

function isChange(value: unknown): value is Change {
  return (
    typeof value === 'object' && value !== null && 'itemId' in value && 'lineId' in value && 'count' in value
  )
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
