import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { enqueue } from '#api/jobs/job.ts'
import type { ProviderRefund } from '#api/ports/payments/payments.ts'
import { findRefund, listProviderRefunds } from './provider-refunds.ts'
import { moveRefund, refundStateOf } from './refund-states.ts'
import { sendRefund } from './refunds.ts'

export type FailedRefund = { id: number; retry_count: number; known: ProviderRefund | undefined }

/**
 * Finds failed refunds with the provider's current state of each, which may be
 * completed. Must be called outside of transactions.
 */
export async function findFailedRefunds(deps: Deps, orderId: number): Promise<FailedRefund[]> {
  const failed = await deps.db
    .selectFrom('refunds')
    .select(['id', 'reference', 'provider_id', 'retry_count'])
    .where('order_id', '=', orderId)
    .where('state', '=', 'FAILED')
    .orderBy('id')
    .execute()
  const references = new Set(failed.map(({ reference }) => reference))
  const lists = new Map<string, ProviderRefund[]>()
  for (const reference of references) lists.set(reference, await listProviderRefunds(deps, reference))
  return failed.map((refund) => ({
    id: refund.id,
    retry_count: refund.retry_count,
    known: findRefund(refund, lists.get(refund.reference) ?? []).known,
  }))
}

/** Requests the failed refunds again, except those that have not failed at the provider. Returns how many it has changed. */
export async function retryRefunds(deps: Deps, tx: Tx, failed: FailedRefund[]): Promise<number> {
  let count = 0
  for (const refund of failed) {
    if (!(await reopenRefund(deps, tx, refund))) continue
    count += 1
    if (refund.known && refund.known.status !== 'failed')
      await moveRefund(deps, tx, refund.id, refundStateOf(refund.known.status))
    else await enqueue(tx, sendRefund, { refundId: refund.id })
  }
  return count
}

/** Reopens a refund, unless another admin has retried it or it is being requested at this moment. */
async function reopenRefund({ clock }: Deps, tx: Tx, { id, retry_count, known }: FailedRefund) {
  const now = clock.now()
  const isNewRequest = known === undefined || known.status === 'failed'
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set({ state: 'ASKED', next_poll_at: now, changed_at: now })
    .$if(isNewRequest, (one) =>
      one.set({ provider_id: null, request_count: 0, retry_count: retry_count + 1 }),
    )
    .where('id', '=', id)
    .where('state', '=', 'FAILED')
    .where('retry_count', '=', retry_count)
    .where((refund) =>
      refund.or([refund('requesting_until', 'is', null), refund('requesting_until', '<=', now)]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
