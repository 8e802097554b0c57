import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { notifyDisputed } from '#api/features/orders/notify/order-messages.ts'
import type { Attempt } from '#api/features/orders/attempt-rows.ts'
import type { ProviderPayment } from './check-payment.ts'

export const isReversed = (found: ProviderPayment) => typeof found !== 'string' && found.status === 'reversed'

/**
 * Notifies once of a payment that the bank has reversed. The order and its history do not change. A full refund of ours is
 * skipped, because the provider calls that payment reversed too.
 */
export async function noticeReversal(
  deps: Deps,
  tx: Tx,
  attempt: Attempt,
  found: ProviderPayment,
): Promise<void> {
  const { reference, order_id: orderId, state, paid_kobo, next_poll_at } = attempt
  const attempts = tx.updateTable('payment_attempts').where('reference', '=', reference)
  if (next_poll_at !== null) await attempts.set({ next_poll_at: null }).execute()
  if (!isReversed(found) || attempt.provider_status === 'reversed' || state === 'HELD') return
  if ((await refundedKobo(tx, reference)) >= (paid_kobo ?? 0)) return
  await attempts.set({ provider_status: 'reversed', reversed_at: deps.clock.now() }).execute()
  await notifyDisputed(deps, tx, { orderId, reference, due: null })
}

/**
 * Returns the sum of the refunds that the provider has begun and that have not failed there, also of those that staff had
 * settled outside of it before.
 */
async function refundedKobo(tx: Tx, reference: string): Promise<number> {
  const refunds = tx.selectFrom('refunds').select('amount_kobo').where('reference', '=', reference)
  const begun = await refunds
    .where('state', 'not in', ['ASKED', 'FAILED'])
    .where(({ or, eb }) => or([eb('settled_outside_at', 'is', null), eb('paid_twice_at', 'is not', null)]))
    .execute()
  return begun.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)
}
