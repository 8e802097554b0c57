import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { askProvider, orderKeys, orderOf } from '#web/features/orders/list/api.ts'
import { awaitsPayment } from '#web/features/orders/order/order-labels.ts'

/** Whenever the window is come back to: what waits to be paid may have been paid in another one. */
export function useReloadOnFocus(reference: string): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let isUnderWay = false
    // Coming back is told by several events at once.
    const reload = async () => {
      if (isUnderWay || document.visibilityState === 'hidden') return
      isUnderWay = true
      const known = queryClient.getQueryData(orderOf(reference).queryKey)
      // Where that fails, the order is at least as the server knows it.
      if (known && awaitsPayment(known)) await askProvider(queryClient, reference).catch(() => null)
      await queryClient.invalidateQueries({ queryKey: orderKeys.bought })
      isUnderWay = false
    }
    const onReturn = () => void reload()
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onReturn()
    }
    window.addEventListener('focus', onReturn)
    window.addEventListener('pageshow', onShow)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      window.removeEventListener('focus', onReturn)
      window.removeEventListener('pageshow', onShow)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [queryClient, reference])
}

/** Once, where it waits to be paid: the tab that it was paid in may have been closed before it came back. */
export function useAskOnce(reference: string, isOpen: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (isOpen) void askProvider(queryClient, reference).catch(() => null)
  }, [queryClient, reference, isOpen])
}
