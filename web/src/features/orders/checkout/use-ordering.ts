import { checkout } from '@rootsquare/contract/orders'
import type { NewOrder } from '@rootsquare/contract/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { orderKeys } from '#web/features/orders/list/api.ts'
import {
  saveAttempt,
  saveDraft,
  saveOrder,
  savePhone,
  savedAttempt,
  savedOrder,
} from '#web/features/orders/checkout/saved-checkout.ts'
import type { Attempt } from '#web/features/orders/checkout/saved-checkout.ts'
import { payFailed, reasonIn } from '#web/features/orders/order/order-labels.ts'
import { usePay } from '#web/features/orders/payment/use-pay.ts'
import { call, CallError } from '#web/lib/net/call.ts'
import { randomId } from '#web/lib/storage/random-id.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { isRejection } from '#web/lib/net/server-message.ts'
import { whileSignedIn } from '#web/lib/net/still-signed-in.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type Given = {
  memberId: number
  /** The cart is an order now, and new addresses are saved. */
  onOrdered: () => void
  /** The cart, or an address, is not what the buyer was shown. */
  onRefused: () => void
}
/** Of the cart. */
type Line = { id: number; count: number }
type Refuse = (failure: Error) => void
export type Ordering = ReturnType<typeof useOrdering>

/** From the press of the button to the payment page: one order, however often and over however bad a line it is pressed. */
export function useOrdering(given: Given) {
  const { memberId } = given
  const isUnderWay = useRef(false)
  const { unanswered, placing, remember } = usePlacing(given)
  const paying = usePay(useToOrder(memberId))

  function send(attempt: Attempt, onError: Refuse): void {
    if (isUnderWay.current) return
    isUnderWay.current = true
    clearSnackbars()
    remember(attempt)
    placing.mutate(attempt, {
      onSuccess: ({ data }) => paying.pay(data.transactionRef),
      onError,
      onSettled: () => (isUnderWay.current = false),
    })
  }

  const refusal = placing.error instanceof CallError ? placing.error.code : null
  const refused = placing.variables && orderIn(placing.variables)
  return {
    /** The lines are the server's to know; here they only tell one order from the next of the same total. */
    place(order: NewOrder, lines: Line[], refuse: Refuse): void {
      const sent = JSON.stringify(order)
      const cart = JSON.stringify(lines.map(({ id, count }) => [id, count]))
      const isSame = unanswered?.sent === sent && unanswered.cart === cart
      send({ sent, cart, key: isSame ? unanswered.key : randomId() }, refuse)
    },
    /** Null where the last order sent was answered. */
    again: unanswered && ((refuse: Refuse) => send(unanswered, refuse)),
    lastOrder: savedOrder(memberId),
    isBusy: placing.isPending || paying.isOpening || paying.leavingTo !== null,
    isShort: refusal === 'OUT_OF_STOCK',
    /** What the buyer was shown before the price changed. */
    oldTotal: refusal === 'PRICE_CHANGED' ? (refused?.expectedTotal ?? null) : null,
    leavingTo: paying.leavingTo ?? (paying.isOpening ? 'the payment page' : null),
  }
}

function orderIn({ sent }: Attempt): NewOrder {
  return JSON.parse(sent)
}

function usePlacing({ memberId, onOrdered, onRefused }: Given) {
  const queryClient = useQueryClient()
  const [unanswered, setUnanswered] = useState(() => savedAttempt(memberId))

  function remember(attempt: Attempt | null): void {
    saveAttempt(memberId, attempt)
    setUnanswered(attempt)
  }

  const placing = useMutation({
    // By its first word the other tabs know that the cart has changed.
    mutationKey: ['cart', 'checkout'],
    mutationFn: (attempt: Attempt) => call(checkout, { body: orderIn(attempt), idempotencyKey: attempt.key }),
    onMutate: whileSignedIn,
    onSuccess: ({ data }, attempt, isHere) => {
      if (!isHere()) return
      remember(null)
      saveDraft(memberId, null)
      saveOrder(memberId, data.transactionRef)
      savePhone(memberId, orderIn(attempt).phoneNumber)
      void queryClient.invalidateQueries({ queryKey: orderKeys.bought })
      onOrdered()
    },
    onError: (failure, _, isHere) => {
      if (!isHere?.() || !isRejection(failure)) return
      remember(null)
      onRefused()
    },
  })
  return { unanswered, placing, remember }
}

/** There is an order, only no page to pay it on: from its own page it can be tried again. */
function useToOrder(memberId: number): (failure: Error) => void {
  const navigate = useNavigate()
  async function go(reference: string, words: string): Promise<void> {
    await navigate({ to: routes.OrderDetails, params: { reference }, replace: true })
    showSnackbar('error', words)
  }
  return (failure) => {
    const reference = savedOrder(memberId)
    if (reference !== null) void go(reference, reasonIn(failure, payFailed))
  }
}
