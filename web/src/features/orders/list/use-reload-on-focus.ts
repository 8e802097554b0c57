import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { checkPayment, orderOf } from '#web/features/orders/list/api.ts'
import { orderKeys } from '#web/entities/orders/order-cache.ts'
import { awaitsPayment } from '#web/features/orders/order/order-labels.ts'

/** Runs when the window gets the focus again: the order may have been paid in another one. */
export function useReloadOnFocus(reference: string): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let isReloading = false
    // Several events announce the same return.
    const reload = async () => {
      if (isReloading || document.visibilityState === 'hidden') return
      isReloading = true
      const known = queryClient.getQueryData(orderOf(reference).queryKey)
      // If that fails, the order is at least loaded again.
      if (known && awaitsPayment(known)) await checkPayment(queryClient, reference).catch(() => null)
      await queryClient.invalidateQueries({ queryKey: orderKeys.bought })
      isReloading = false
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

/** Checks an unpaid order once: the tab it was paid in may have been closed before it returned. */
export function useCheckPaymentOnce(reference: string, isOpen: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (isOpen) void checkPayment(queryClient, reference).catch(() => null)
  }, [queryClient, reference, isOpen])
}
