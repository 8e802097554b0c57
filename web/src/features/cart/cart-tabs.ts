import type { QueryClient } from '@tanstack/react-query'
import { cartKeys } from '#web/entities/cart/cart-query.ts'

/** A change of the cart in one tab makes the other tabs load it again. Every such mutation needs a key of `cartKeys`. */
export function shareCart(queryClient: QueryClient, memberId: number): () => void {
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
