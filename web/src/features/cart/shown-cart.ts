import type { CartLine } from '@rootsquare/contract/cart'
import { koboOf, nairaOf } from '@rootsquare/contract/money'
import { useMutationState, useQuery } from '@tanstack/react-query'
import { pendingChanges } from '#web/entities/cart/cart-api.ts'
import type { Change } from '#web/entities/cart/cart-api.ts'
import { cartOf } from '#web/entities/cart/cart-query.ts'

/** The cart as the person has it by now, ahead of what the server has answered. */
export function useShownCart() {
  const cart = useQuery(cartOf())
  const wishes = useMutationState(pendingChanges).flat()
  const lines = cart.data?.flatMap((line) =>
    shown(
      line,
      wishes.findLast(({ itemId }) => itemId === line.itemId),
    ),
  )
  return { cart, lines }
}

function shown(line: CartLine, wish: Change | undefined): CartLine[] {
  if (wish === undefined) return [line]
  const isFew = line.stock < line.count
  const available = isFew ? wish.count <= line.stock : line.available
  return wish.count === 0 ? [] : [{ ...line, count: wish.count, available }]
}

export function lineTotal({ price, count }: CartLine): number {
  return nairaOf(koboOf(price) * count)
}

/** Of what can be bought. */
export function totalOf(lines: CartLine[]): number {
  const kobo = lines.filter(({ available }) => available).map(({ price, count }) => koboOf(price) * count)
  return nairaOf(kobo.reduce((sum, one) => sum + one, 0))
}
