import { createHash } from 'node:crypto'
import { transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { limit } from '#api/http/auth/rate-limits.ts'
import type { RawRequest } from '#api/http/serve/raw-body.ts'
import { unauthenticated } from '#api/http/api-error.ts'
import { enqueue } from '#api/jobs/job.ts'
import { nextPoll } from '#api/features/orders/poll-schedule.ts'
import { handlePaymentEvent, readEvent } from './payment-events.ts'

/**
 * Stores the event and answers at once; a job handles it. A repeated event finds its row and does nothing, except that the
 * provider is asked again about a transfer: one that succeeded, was sent back and has succeeded again may repeat its event.
 */
export async function receivePaymentEvent(
  deps: Deps,
  { bytes, headers }: RawRequest,
  address: string,
): Promise<null> {
  const { db, clock, payments, log } = deps
  const signature = headers['x-paystack-signature']
  if (!payments.isSigned(bytes, typeof signature === 'string' ? signature : undefined)) {
    // Only the provider is exempt from the rate limits, and only the signature proves that it is the provider.
    await limit(deps, 'anonymous', address)
    log.warn({ address }, 'a payment event with a wrong signature was rejected')
    throw unauthenticated('The signature is wrong.', 'WRONG_SIGNATURE')
  }
  // PostgreSQL stores no NUL, and JSON contains it only as an escape.
  const body = bytes.toString('utf8').replaceAll('\0', '')
  const { event, reference } = readEvent(body)
  const digest = createHash('sha256').update(bytes).digest('hex')
  const now = clock.now()
  return transact(db, async (tx) => {
    const stored = await tx
      .insertInto('payment_events')
      .values({ digest, event, reference, body, received_at: now, next_poll_at: nextPoll(now, now) })
      .onConflict((on) =>
        on
          .column('digest')
          .doUpdateSet({ handled_at: null, next_poll_at: nextPoll(now, now) })
          .where('payment_events.event', 'like', 'transfer.%')
          .where('payment_events.handled_at', 'is not', null),
      )
      .returning('id')
      .executeTakeFirst()
    if (stored) await enqueue(tx, handlePaymentEvent, { eventId: stored.id })
    return null
  })
}
