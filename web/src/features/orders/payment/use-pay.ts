import { initiatePayment } from '@rootsquare/contract/trade/payments'

import { useEffect, useRef } from 'react'
import { call } from '#web/lib/net/call.ts'
import { publicAddress } from '#web/lib/net/public-address.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'

export function usePay(onFailure: (failure: Error) => void) {
  const hasStarted = useRef(false)
  const opening = useServerMutation({
    mutationFn: openPage,
    onSuccess: (url) => window.location.assign(url),
    onError: (failure) => {
      hasStarted.current = false
      onFailure(failure)
    },
  })
  const { reset } = opening

  // Going back from the payment page may restore this page from the browser's cache with its old state.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      hasStarted.current = false
      reset()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [reset])

  return {
    /** Starts one payment, however often it is called. */
    pay(transactionRef: string): void {
      if (hasStarted.current) return
      hasStarted.current = true
      opening.mutate(transactionRef)
    },
    isOpening: opening.isPending,
    /** Set while the browser is loading the payment page. */
    leavingTo: opening.data === undefined ? null : new URL(opening.data, window.location.href).host,
    paymentUrl: opening.data ?? null,
  }
}

async function openPage(transactionRef: string): Promise<string> {
  const callbackUrl = publicAddress(`/my-order/${encodeURIComponent(transactionRef)}`)
  const { data } = await call(initiatePayment, { body: { transactionRef, callbackUrl } })
  return data.authorizationUrl
}
