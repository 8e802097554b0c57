import { getCart } from '@rootsquare/contract/trade/cart'
import { queryOptions } from '@tanstack/react-query'
import { cartKeys } from '#web/entities/cart/cart-keys.ts'
import { call } from '#web/lib/net/call.ts'

export function cartOf() {
  return queryOptions({
    queryKey: cartKeys.lines,
    meta: { saved: 'part' },
    queryFn: async ({ signal }) => (await call(getCart, { signal })).data,
  })
}
