import type { PageQuery } from '@rootsquare/contract/lib/paged'
import { decideHeld, listHeld, type HeldPayment } from '@rootsquare/contract/trade/payments'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/net/call.ts'
import { useMemberMutation } from '#web/lib/net/use-member-mutation.ts'

export type HeldAction = 'accept' | 'refund'

const key = ['held-payments'] as const

export function heldPayments(query: PageQuery) {
  return queryOptions({
    queryKey: [...key, query],
    queryFn: async ({ signal }) => (await call(listHeld, { query, signal })).data,
    placeholderData: keepPreviousData,
  })
}

/** Sends the reference of the payment, because an order may have several. */
export function useDecideHeld({ transactionRef, reference }: HeldPayment, action: HeldAction) {
  const queryClient = useQueryClient()
  return useMemberMutation({
    mutationFn: () => call(decideHeld, { params: { transactionRef }, body: { action, reference } }),
    // Also after a rejection, because the list is no longer what it was.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: key }),
  })
}
