import type { CartLine } from '@rootsquare/contract/trade/cart'
import { koboOf, nairaOf, nairaText } from '@rootsquare/contract/lib/money'
import { useMutationState, useQuery, type Mutation } from '@tanstack/react-query'
import { cartKeys } from '#web/entities/cart/cart-keys.ts'
import { cartOf } from '#web/entities/cart/cart-query.ts'
import { findLast, lastOf } from '#web/lib/browser/lists.ts'
import { useWaitingValues } from '#web/lib/storage/waiting-value.ts'

/** The number of pieces of an item that is being sent. */
type PendingCount = { itemId: unknown; count: number | undefined }

/** Returns the cart including changes that the server has not confirmed yet, and whether any waits for a connection. */
export function useCartLines() {
  // On every other page it is only counted.
  const cart = useQuery({ ...cartOf(), meta: { saved: 'main' } })
  const changes = useMutationState<PendingCount, Mutation<unknown, Error, number>>({
    filters: { mutationKey: cartKeys.change, status: 'pending' },
    select: ({ options, state }) => ({ itemId: lastOf(options.mutationKey), count: state.variables }),
  })
  const waiting = useWaitingValues('cart-count').map(({ ids: [itemId], value }) => ({
    itemId,
    count: typeof value === 'number' ? value : undefined,
  }))
  const lines = cart.data?.flatMap((line) => withChange(line, [...waiting, ...changes]))
  return { cart, lines, isWaiting: waiting.length > 0 }
}

function withChange(line: CartLine, changes: PendingCount[]): CartLine[] {
  const count = findLast(changes, ({ itemId }) => itemId === line.itemId)?.count
  if (count === undefined) return [line]
  const isOverStock = line.stock < line.count
  const available = isOverStock ? count <= line.stock : line.available
  return count === 0 ? [] : [{ ...line, count, available }]
}

export function lineTotal({ price, count }: CartLine): number {
  return nairaOf(koboOf(price) * count)
}

/** Adds up only the lines that can be bought. */
export function totalOf(lines: CartLine[]): number {
  const kobo = lines.filter(({ available }) => available).map(({ price, count }) => koboOf(price) * count)
  return nairaOf(kobo.reduce((sum, one) => sum + one, 0))
}

/** Says why a line cannot be bought; null if it can. */
export function unavailableText({ available, isOnSale, stock }: CartLine): string | null {
  if (available) return null
  if (!isOnSale) return 'Not for sale at the moment. It is not in the total.'
  if (stock <= 0) return 'Out Of Stock. It is not in the total.'
  return `Only ${stock} left: choose fewer. It is not in the total.`
}

/** Says that the price is an accepted offer; null if it is the list price. */
export function offerText({ price, listPrice }: CartLine): string | null {
  return price < listPrice ? `Your accepted offer, instead of ${nairaText(listPrice)}.` : null
}

export function priceChangeText({ price, priceWhenAdded }: CartLine): string | null {
  if (price === priceWhenAdded) return null
  const verb = price > priceWhenAdded ? 'went up' : 'came down'
  return `The price ${verb} since you added it: it was ${nairaText(priceWhenAdded)}.`
}
