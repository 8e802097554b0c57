import { addToCart, removeFromCart } from '@rootsquare/contract/cart'
import type { CartLine } from '@rootsquare/contract/cart'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { cartKeys } from '#web/entities/cart/cart-query.ts'
import { call, CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { whileSignedIn } from '#web/lib/net/still-signed-in.ts'
import { closeSnackbar, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** What the person wants of an item by now; 0 takes its line out. */
export type Change = { itemId: number; lineId: number; count: number }

const pending = { mutationKey: cartKeys.change, status: 'pending' } as const
export const pendingChanges = { filters: pending, select: changeIn }

/**
 * One call at a time for each item, and while it is under way only the latest wish waits: a run of clicks is neither lost
 * nor sent one by one. The screen shows the wish until the server has answered it.
 */
export function useChangeLine({ itemId }: Pick<CartLine, 'itemId'>, onRemoved: (text: string) => void) {
  const queryClient = useQueryClient()
  const wishes = () => wishesFor(queryClient, itemId)
  return useMutation({
    mutationKey: cartKeys.change,
    scope: { id: `cart-${itemId}` },
    mutationFn: async (change: Change) => (wishes().at(-1) === change ? send(change) : null),
    onMutate: whileSignedIn,
    onSuccess: async (answer, { count }, isHere) => {
      if (answer === null || !isHere()) return
      await patchCart(queryClient, (lines) => withLine(lines, itemId, answer.data))
      if (count === 0) onRemoved(answer.message ?? 'Item deleted successfully')
      else if (wishes().length === 1) tellUpdated(answer.message)
    },
    onError: (failure, _, isHere) => {
      // A later wish decides what stands in the end.
      if (isHere?.() && wishes().length === 1) tellFailed(queryClient, failure)
    },
  })
}

export function usePutBack() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: cartKeys.putBack,
    mutationFn: ({ itemId, count }: CartLine) => call(addToCart, { body: { itemId, count } }),
    onMutate: whileSignedIn,
    onSuccess: async ({ data, message }, _, isHere) => {
      if (!isHere()) return
      await patchCart(queryClient, (lines) => withLine(lines, data.itemId, data))
      tellUpdated(message)
    },
    onError: (failure, _, isHere) => {
      if (isHere?.()) tellFailed(queryClient, failure)
    },
  })
}

function send({ itemId, lineId, count }: Change) {
  if (count === 0) return call(removeFromCart, { params: { id: lineId } })
  return call(addToCart, { body: { itemId, count } })
}

export function wishesFor(queryClient: QueryClient, itemId: number): Change[] {
  return queryClient
    .getMutationCache()
    .findAll(pending)
    .flatMap(changeIn)
    .filter((change) => change.itemId === itemId)
}

function changeIn({ state: { variables } }: { state: { variables: unknown } }): Change[] {
  return isChange(variables) ? [variables] : []
}

function isChange(given: unknown): given is Change {
  return (
    typeof given === 'object' && given !== null && 'itemId' in given && 'lineId' in given && 'count' in given
  )
}

function withLine(lines: CartLine[], itemId: number, line: CartLine | null): CartLine[] {
  const isThere = lines.some((known) => known.itemId === itemId)
  if (line !== null && !isThere) return [...lines, line]
  return lines.flatMap((known) => (known.itemId === itemId ? (line ?? []) : known))
}

/** An answer on its way may have been written before this, and would undo it: it is asked for anew. */
async function patchCart(queryClient: QueryClient, change: (lines: CartLine[]) => CartLine[]): Promise<void> {
  const which = { queryKey: cartKeys.lines }
  const isLoading = queryClient.isFetching(which) > 0
  await queryClient.cancelQueries(which)
  const lines = queryClient.setQueryData<CartLine[]>(cartKeys.lines, (known) => known && change(known))
  if (isLoading || lines === undefined) void queryClient.invalidateQueries(which)
}

let lastTold = 0

/** Instead of the last such word, not above it. */
function tellUpdated(text = 'Cart updated successfully'): void {
  closeSnackbar(lastTold)
  lastTold = showSnackbar('success', text)
}

function tellFailed(queryClient: QueryClient, failure: Error): void {
  showSnackbar('error', errorText(failure))
  // Asking a server out of reach again would only put an error in the place of what is known.
  const isSilent = failure instanceof CallError && failure.status === 0
  void queryClient.invalidateQueries({ queryKey: cartKeys.lines, refetchType: isSilent ? 'none' : 'active' })
}
