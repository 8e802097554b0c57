import type { PageQuery } from '@rootsquare/contract/lib/paged'
import { nairaText } from '@rootsquare/contract/lib/money'
import { decideHeld, listHeld, type HeldPayment } from '@rootsquare/contract/trade/payments'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { orderKeys } from '#web/entities/orders/order-keys.ts'
import { decimalText } from '#web/lib/format/count-text.ts'
import { call } from '#web/lib/net/call.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'

export type HeldAction = 'accept' | 'refund'

const key = ['held-payments'] as const

export function heldPayments(query: PageQuery) {
  return queryOptions({
    queryKey: [...key, query],
    queryFn: async ({ signal }) => (await call(listHeld, { query, signal })).data,
    placeholderData: keepPreviousData,
  })
}

/** Decides about one payment by its own reference, because an order may have several payments. */
export function useDecideHeld({ transactionRef, reference }: HeldPayment, action: HeldAction) {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: () => call(decideHeld, { params: { transactionRef }, body: { action, reference } }),
    // A rejection also means that the list and the order are out of date.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: key })
      void queryClient.invalidateQueries({ queryKey: orderKeys.ofStaff })
    },
  })
}

/** Writes the paid amount in its own currency. The provider may not have sent an amount. */
export function paidAmountText({ paid, currency }: Pick<HeldPayment, 'paid' | 'currency'>): string {
  if (paid === null) return 'Not known'
  return currency === null || currency === 'NGN' ? nairaText(paid) : `${currency} ${decimalText(paid, 2)}`
}
