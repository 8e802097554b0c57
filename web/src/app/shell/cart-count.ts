import { useQuery } from '@tanstack/react-query'
import { cart } from '#web/app/shell/menu-links.ts'
import { cartOf } from '#web/entities/cart/cart-query.ts'
import { quantityText } from '#web/lib/format/count-text.ts'

/** For the links to the cart. */
export function useCartCount(): { count: number; label: string } {
  const { data: count = 0 } = useQuery({ ...cartOf(), select: ({ length }) => length })
  return { count, label: count === 0 ? cart.name : `${cart.name}, ${quantityText(count, 'item')}` }
}
