import { checkout, type NewOrder } from '@rootsquare/contract/trade/checkout'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { orderKeys } from '#web/entities/orders/order-keys.ts'
import { payFailed, rejectionText } from '#web/features/orders/order-labels.ts'
import { usePay } from '#web/features/orders/payment/use-pay.ts'
import { call, CallError } from '#web/lib/net/call.ts'
import { saveDraft, savedDraft, savedText, useLoadedStore } from '#web/lib/storage/use-draft.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { requestKeyFor } from '#web/lib/net/request-key.ts'
import { isRejection } from '#web/lib/net/server-message.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type PlaceOrderOptions = {
  memberId: number
  /** Called when the cart has become an order and new addresses are saved. */
  onOrdered: () => void
  /** Called when the cart or an address is not what the buyer was shown. */
  onRejected: () => void
}
/** An order without a reply yet. Sending the same order of the same `cart` again must use the same key. */
const Attempt = z.object({ key: z.string(), content: z.string() })
type Attempt = z.infer<typeof Attempt>
type CartLine = { id: number; count: number }
export type OrderPlacement = ReturnType<typeof usePlaceOrder>

/** Places one order and opens its payment page, however often the button is pressed or the connection fails. */
export function usePlaceOrder(options: PlaceOrderOptions) {
  const { memberId } = options
  useLoadedStore(memberId)
  const isSending = useRef(false)
  const { unanswered, placing, saveUnanswered } = usePlaceOrderMutation(options)
  const paying = usePay(useShowUnpaidOrder(memberId))

  /** Rejects with the failure. Once the page is left, nothing follows. */
  function send(attempt: Attempt): Promise<void> | undefined {
    if (isSending.current) return undefined
    isSending.current = true
    clearSnackbars()
    saveUnanswered(attempt)
    return new Promise((resolve, reject) => {
      placing.mutate(attempt, {
        onSuccess: ({ data }) => resolve(paying.pay(data.transactionRef)),
        onError: reject,
        onSettled: () => (isSending.current = false),
      })
    })
  }

  const rejectionCode = placing.error instanceof CallError ? placing.error.code : null
  const rejected = placing.variables && orderIn(placing.variables)
  return {
    placeOrder: (order: NewOrder, lines: CartLine[]) => send(attemptFor(order, lines, unanswered)),
    /** Null if the last order got a reply. */
    retry: unanswered && (() => send(unanswered)),
    lastOrder: savedOrder(memberId),
    isBusy: placing.isPending || paying.isOpening || paying.leavingTo !== null,
    isOutOfStock: rejectionCode === 'OUT_OF_STOCK',
    /** The total that the buyer was shown before a price changed. */
    oldTotal: rejectionCode === 'PRICE_CHANGED' ? (rejected?.expectedTotal ?? null) : null,
    leavingTo: paying.leavingTo ?? (paying.isOpening ? 'the payment page' : null),
  }
}

/** The lines are not sent; they distinguish this order from a later one with the same total. */
function attemptFor(order: NewOrder, lines: CartLine[], unanswered: Attempt | null): Attempt {
  return requestKeyFor(unanswered, { order, cart: lines.map(({ id, count }) => [id, count]) })
}

function savedOrder(memberId: number): string | null {
  return savedText({ what: 'checkout-made', memberId }) || null
}

function orderIn({ content }: Attempt): NewOrder {
  return JSON.parse(content).order
}

function usePlaceOrderMutation({ memberId, onOrdered, onRejected }: PlaceOrderOptions) {
  const queryClient = useQueryClient()
  const [unanswered, setUnanswered] = useState(() => savedDraft({ what: 'checkout-sent', memberId }, Attempt))

  function saveUnanswered(attempt: Attempt | null): void {
    saveDraft({ what: 'checkout-sent', memberId }, attempt)
    setUnanswered(attempt)
  }

  const placing = useServerMutation({
    // The first part of the key notifies the other tabs that the cart has changed.
    mutationKey: ['cart', 'checkout'],
    mutationFn: (attempt: Attempt) => call(checkout, { body: orderIn(attempt), idempotencyKey: attempt.key }),
    onSuccess: ({ data }, attempt) => {
      saveUnanswered(null)
      saveDraft({ what: 'checkout', memberId }, null)
      saveDraft({ what: 'checkout-made', memberId }, data.transactionRef)
      saveDraft({ what: 'checkout-phone', memberId }, orderIn(attempt).phoneNumber)
      void queryClient.invalidateQueries({ queryKey: orderKeys.bought })
      onOrdered()
    },
    onError: (failure) => {
      if (!isRejection(failure)) return
      saveUnanswered(null)
      onRejected()
    },
  })
  return { unanswered, placing, saveUnanswered }
}

/** Opens the page of the order if its payment page did not open, so that the buyer can try again there. */
function useShowUnpaidOrder(memberId: number): (failure: Error) => void {
  const navigate = useNavigate()
  async function go(reference: string, text: string): Promise<void> {
    await navigate({ to: routes.OrderDetails, params: { reference }, replace: true })
    showSnackbar('error', text)
  }
  return (failure) => {
    const reference = savedOrder(memberId)
    if (reference !== null) void go(reference, rejectionText(failure, payFailed))
  }
}
