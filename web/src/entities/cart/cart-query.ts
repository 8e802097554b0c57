import { getCart } from '@rootsquare/contract/trade/cart'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/net/call.ts'

const root = ['cart'] as const

export const cartKeys = {
  all: root,
  lines: [...root, 'lines'] as const,
  quote: [...root, 'quote'] as const,
  change: [...root, 'change'] as const,
  restore: [...root, 'restore'] as const,
}

export function cartOf() {
  return queryOptions({
    queryKey: cartKeys.lines,
    queryFn: async ({ signal }) => (await call(getCart, { signal })).data,
  })
}
