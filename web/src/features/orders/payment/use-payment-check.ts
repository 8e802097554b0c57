import type { Order } from '@rootsquare/contract/trade/orders'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { checkPayment } from '#web/features/orders/list/api.ts'
import { orderKeys } from '#web/entities/orders/order-cache.ts'
import { awaitsPayment } from '#web/features/orders/order/order-labels.ts'
import { isRejection } from '#web/lib/net/server-message.ts'
import { propertyOf } from '#web/lib/storage/saved-json.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** Null unless the buyer returns from the payment page; `nothing-found` after the last check. */
export type PaymentCheck = 'running' | 'paid' | 'declined' | 'unfinished' | 'nothing-found' | null

/** The provider sends the buyer back with its reference in the address; then the server checks the payment. */
export function usePaymentCheck(reference: string): PaymentCheck {
  const queryClient = useQueryClient()
  const isReturning = useIsReturning()
  const [check, setCheck] = useState<PaymentCheck>('running')
  useEffect(() => {
    if (!isReturning) return
    const leaving = new AbortController()
    // A declined card is said at once. The checks go on, because a transfer may still arrive.
    const ask = async () => {
      const order = await checkPayment(queryClient, reference)
      if (order.lastTry && !leaving.signal.aborted) setCheck(lastTryChecks[order.lastTry])
      return order
    }
    const showResult = (order: Order | null) => {
      if (leaving.signal.aborted) return
      const isPaid = order?.orderStatus === 'PROCESSING'
      if (isPaid) showSnackbar('success', 'Thank you. Your payment has arrived.')
      setCheck((now) => (isPaid && 'paid') || (now === 'running' ? 'nothing-found' : now))
      void queryClient.invalidateQueries({ queryKey: orderKeys.bought })
    }
    void pollUntilSettled(ask, leaving.signal).then(showResult)
    return () => leaving.abort()
  }, [isReturning, queryClient, reference])
  return isReturning ? check : null
}

const lastTryChecks = { DECLINED: 'declined', UNFINISHED: 'unfinished' } as const

/** The parameters are removed from the address at once, so that a reload or a copied link checks nothing. */
function useIsReturning(): boolean {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const isNamed = ['reference', 'trxref'].some((name) => propertyOf(search, name) !== undefined)
  const [isReturning] = useState(isNamed)
  useEffect(() => {
    if (!isNamed) return
    void navigate({ to: '.', search: {}, replace: true, state: { keepsFocus: true }, resetScroll: false })
  }, [isNamed, navigate])
  return isReturning
}

/** After the last check the provider notifies the server by itself. */
const pausesMs = [2000, 4000, 8000, 16_000, 30_000]

/** Null if the order is still unpaid after the last check. */
export async function pollUntilSettled<O extends Pick<Order, 'orderStatus' | 'held'>>(
  ask: () => Promise<O>,
  leaving: AbortSignal,
): Promise<O | null> {
  for (const pauseMs of [...pausesMs, 0]) {
    try {
      const order = await ask()
      if (!awaitsPayment(order)) return order
    } catch (failure) {
      if (isRejection(failure)) return null
    }
    await pause(pauseMs, leaving)
    if (leaving.aborted) return null
  }
  return null
}

function pause(ms: number, leaving: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    leaving.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
