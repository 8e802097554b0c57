import type { CartLine } from '@rootsquare/contract/trade/cart'
import { koboOf, nairaOf, nairaText } from '@rootsquare/contract/lib/money'
import { useMutationState, useQuery } from '@tanstack/react-query'
import { pendingChanges, type Change } from '#web/entities/cart/cart-api.ts'
import { cartOf } from '#web/entities/cart/cart-query.ts'

/** The cart with the changes that the server has not answered yet. */
export function useCartLines() {
  const cart = useQuery(cartOf())
  const changes = useMutationState(pendingChanges).flat()
  return { cart, lines: cart.data?.flatMap((line) => withChange(line, changes)) }
}

function withChange(line: CartLine, changes: Change[]): CartLine[] {
  const change = changes.findLast(({ itemId }) => itemId === line.itemId)
  if (change === undefined) return [line]
  const isFew = line.stock < line.count
  const available = isFew ? change.count <= line.stock : line.available
  return change.count === 0 ? [] : [{ ...line, count: change.count, available }]
}

export function lineTotal({ price, count }: CartLine): number {
  return nairaOf(koboOf(price) * count)
}

/** Counts only lines that can be bought. */
export function totalOf(lines: CartLine[]): number {
  const kobo = lines.filter(({ available }) => available).map(({ price, count }) => koboOf(price) * count)
  return nairaOf(kobo.reduce((sum, one) => sum + one, 0))
}

/** Null if the line can be bought. */
export function unavailableText({ available, isOnSale, stock }: CartLine): string | null {
  if (available) return null
  if (!isOnSale) return 'Not for sale at the moment. It is not in the total.'
  if (stock <= 0) return 'Out Of Stock. It is not in the total.'
  return `Only ${stock} left: choose fewer. It is not in the total.`
}

/** Null where the price is the one that everybody pays. */
export function offerText({ price, listPrice }: CartLine): string | null {
  return price < listPrice ? `Your accepted offer, instead of ${nairaText(listPrice)}.` : null
}

export function priceChangeText({ price, priceWhenAdded }: CartLine): string | null {
  if (price === priceWhenAdded) return null
  const verb = price > priceWhenAdded ? 'went up' : 'came down'
  return `The price ${verb} since you added it: it was ${nairaText(priceWhenAdded)}.`
}
