import type { CartLine } from '@rootsquare/contract/cart'
import { koboOf, nairaOf } from '@rootsquare/contract/money'
import { useMutationState, useQuery } from '@tanstack/react-query'
import { pendingChanges } from '#web/entities/cart/cart-api.ts'
import type { Change } from '#web/entities/cart/cart-api.ts'
import { cartOf } from '#web/entities/cart/cart-query.ts'

/** The cart with the changes that the server has not answered yet. */
export function useShownCart() {
  const cart = useQuery(cartOf())
  const changes = useMutationState(pendingChanges).flat()
  const lines = cart.data?.flatMap((line) =>
    shown(
      line,
      changes.findLast(({ itemId }) => itemId === line.itemId),
    ),
  )
  return { cart, lines }
}

function shown(line: CartLine, change: Change | undefined): CartLine[] {
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
