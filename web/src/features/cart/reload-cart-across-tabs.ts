import type { QueryClient } from '@tanstack/react-query'
import { cartKeys } from '#web/entities/cart/cart-keys.ts'

/** Reloads the cart in other tabs after a change in one. Every such mutation needs a key from `cartKeys`. */
export function reloadCartAcrossTabs(queryClient: QueryClient, memberId: number): () => void {
  const channel = new BroadcastChannel(`rootsquare.cart.${memberId}`)
  channel.addEventListener('message', () => void queryClient.invalidateQueries({ queryKey: cartKeys.lines }))
  const stop = queryClient.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const isOfCart = event.mutation.options.mutationKey?.[0] === cartKeys.all[0]
    if (isOfCart && queryClient.isMutating({ mutationKey: cartKeys.all }) === 0) channel.postMessage('')
  })
  return () => {
    stop()
    channel.close()
  }
}
