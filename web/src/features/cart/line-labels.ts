import type { CartLine } from '@rootsquare/contract/cart'
import { nairaText } from '@rootsquare/contract/money'

/** Null if the line can be bought. */
export function unavailableText({ available, isOnSale, stock }: CartLine): string | null {
  if (available) return null
  if (!isOnSale) return 'Not for sale at the moment. It is not in the total.'
  if (stock <= 0) return 'Out Of Stock. It is not in the total.'
  return `Only ${stock} left: choose fewer. It is not in the total.`
}

export function priceChange({ price, priceWhenAdded }: CartLine): string | null {
  if (price === priceWhenAdded) return null
  const way = price > priceWhenAdded ? 'went up' : 'came down'
  return `The price ${way} since you added it: it was ${nairaText(priceWhenAdded)}.`
}
