import type { CartLine } from '@rootsquare/contract/trade/cart'
import { koboOf, nairaOf, nairaText } from '@rootsquare/contract/lib/money'
import { useMutationState, useQuery } from '@tanstack/react-query'
import { pendingChanges, type Change } from '#web/entities/cart/cart-api.ts'
import { cartOf } from '#web/entities/cart/cart-query.ts'
import { findLast } from '#web/lib/browser/lists.ts'

/** Returns the cart including changes that the server has not confirmed yet. */
export function useCartLines() {
  const cart = useQuery(cartOf())
  const changes = useMutationState(pendingChanges).flat()
  return { cart, lines: cart.data?.flatMap((line) => withChange(line, changes)) }
}

function withChange(line: CartLine, changes: Change[]): CartLine[] {
  const change = findLast(changes, ({ itemId }) => itemId === line.itemId)
  if (change === undefined) return [line]
  const isOverStock = line.stock < line.count
  const available = isOverStock ? change.count <= line.stock : line.available
  return change.count === 0 ? [] : [{ ...line, count: change.count, available }]
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
