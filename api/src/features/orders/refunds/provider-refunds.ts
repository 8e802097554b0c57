import type { Deps } from '#api/deps.ts'
import { ProviderError, type ProviderRefund } from '#api/ports/payments/payments.ts'
import { refundStateOf } from './refund-states.ts'

export type RequestedRefund = { id: number; retry_count: number; provider_id: string | null }

/** Returns the text that identifies the refund at the provider. An admin's retry is another refund there. */
export const noteOf = ({ id, retry_count }: Pick<RequestedRefund, 'id' | 'retry_count'>) =>
  retry_count === 0 ? `refund-${id}` : `refund-${id}-${retry_count}`

/**
 * Returns the refunds of a payment at the provider. If there is no such list,
 * there are none, and the refund is requested again.
 */
export function listProviderRefunds({ payments }: Deps, reference: string): Promise<ProviderRefund[]> {
  return payments.refundsOf(reference).catch((error: unknown) => {
    if (error instanceof ProviderError && error.kind === 'refused' && error.status === 404) return []
    throw error
  })
}

/**
 * Finds a refund in the provider's list: one of its requests that was paid, or the last one. An earlier request that failed may
 * have been paid there after all, and then the last one pays the buyer a second time.
 */
export function findRefund(
  refund: RequestedRefund,
  listed: ProviderRefund[],
): { known: ProviderRefund | undefined; paidCount: number } {
  const notes = Array.from({ length: refund.retry_count + 1 }, (_, retry_count) =>
    noteOf({ id: refund.id, retry_count }),
  )
  const requests = listed.filter(
    ({ id, note }) => id === refund.provider_id || (note !== null && notes.includes(note)),
  )
  const paid = requests.filter(({ status }) => refundStateOf(status) === 'PROCESSED')
  const last = requests.find(({ id, note }) => id === refund.provider_id || note === noteOf(refund))
  return { known: paid[0] ?? last, paidCount: paid.length }
}
