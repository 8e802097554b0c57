import type { Order } from '@rootsquare/contract/trade/orders'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { checkPayment } from '#web/features/orders/orders-api.ts'
import { orderKeys } from '#web/entities/orders/order-keys.ts'
import { awaitsPayment } from '#web/features/orders/order-labels.ts'
import { isRejection } from '#web/lib/net/server-message.ts'
import { textIn } from '#web/lib/navigation/search-params.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** Null if the buyer is not returning from the payment page; `nothing-found` after the last check. */
export type PaymentCheck = 'running' | 'paid' | 'declined' | 'unfinished' | 'nothing-found' | null

/** Checks the payment after the provider has sent the buyer back with its reference in the address. */
export function usePaymentCheck(reference: string): PaymentCheck {
  const queryClient = useQueryClient()
  const isReturning = useIsReturning()
  const [check, setCheck] = useState<PaymentCheck>('running')
  useEffect(() => {
    if (!isReturning) return
    const leaving = new AbortController()
    // A declined card is shown at once. The checks continue, because a transfer may still arrive.
    const fetchOrder = async () => {
      const order = await checkPayment(queryClient, reference)
      if (order.lastTry && !leaving.signal.aborted) setCheck(lastTryChecks[order.lastTry])
      return order
    }
    const showResult = (order: Order | null) => {
      if (leaving.signal.aborted) return
      const isPaid = order?.orderStatus === 'PROCESSING'
      // Nobody is thanked for paying twice. The page says what goes back.
      if (isPaid && order.extraPayments.length === 0)
        showSnackbar('success', 'Thank you. Your payment has arrived.')
      setCheck((now) => (isPaid && 'paid') || (now === 'running' ? 'nothing-found' : now))
      void queryClient.invalidateQueries({ queryKey: orderKeys.bought })
    }
    void pollUntilSettled(fetchOrder, leaving.signal).then(showResult)
    return () => leaving.abort()
  }, [isReturning, queryClient, reference])
  return isReturning ? check : null
}

const lastTryChecks = { DECLINED: 'declined', UNFINISHED: 'unfinished' } as const

/** Removes the parameters from the address at once, so that a reload or a copied link starts no check. */
function useIsReturning(): boolean {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const isNamed = ['reference', 'trxref'].some((name) => textIn(search, name) !== undefined)
  const [isReturning] = useState(isNamed)
  useEffect(() => {
    if (!isNamed) return
    void navigate({ to: '.', search: {}, replace: true, state: { keepsFocus: true }, resetScroll: false })
  }, [isNamed, navigate])
  return isReturning
}

/** No further checks are needed, because the provider also notifies the server. */
const pausesMs = [2000, 4000, 8000, 16_000, 30_000]

/** Polls until the order is paid or has ended; null if it is still unpaid after the last check. */
export async function pollUntilSettled<O extends Pick<Order, 'orderStatus' | 'held'>>(
  fetchOrder: () => Promise<O>,
  leaving: AbortSignal,
): Promise<O | null> {
  for (const pauseMs of [...pausesMs, 0]) {
    try {
      const order = await fetchOrder()
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
