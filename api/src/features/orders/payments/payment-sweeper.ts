import { sql } from 'kysely'
import { z } from 'zod'
import type { Deps } from '#api/deps.ts'
import { tryEach } from '#api/jobs/try-each.ts'
import { job } from '#api/jobs/job.ts'
import { inMinutes } from '#api/ports/clock/clock.ts'
import { endUnpaid } from './end-unpaid.ts'
import { eachWhileProviderAnswers, nextPoll } from '#api/features/orders/poll-schedule.ts'
import { handleWaitingEvents } from './payment-events.ts'
import { pollRefunds } from '#api/features/orders/refunds/refunds.ts'
import { settlePayment } from './settle.ts'

/** The provider sends events for successful charges only, and may lose them, so all open payments are polled. */
export const sweepPayments = job({
  name: 'sweep-payments',
  payload: z.object({}).loose(),
  cron: '* * * * *',
  queue: 'payments',
  run: sweep,
})

const parts = [pollOpenPayments, expireWithoutPage, expireWithPage, pollRefunds, handleWaitingEvents]

export async function sweep(deps: Deps): Promise<void> {
  await tryEach(parts, (part) => part(deps), 'parts of the sweep of payments failed.')
}

const batchSize = 300

/**
 * A run claims its payments for a minute, so that two runs at once poll each of them once. Payments without an answer come
 * after those that were not polled yet. Held payments are polled while their paid amount is unknown, and settled ones once after
 * a refund of them has failed.
 */
async function pollOpenPayments(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const due = deps.db
    .selectFrom('payment_attempts')
    .select(['reference', 'next_poll_at'])
    .where('next_poll_at', '<=', now)
    .orderBy('next_poll_at')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
  const claimed = await deps.db
    .updateTable('payment_attempts as attempt')
    .from(due.as('due'))
    .set({ next_poll_at: nextPoll(now, now) })
    .whereRef('attempt.reference', '=', 'due.reference')
    .returning(['attempt.reference', 'due.next_poll_at as was_due'])
    .execute()
  const longestDue = claimed.toSorted((a, b) => Number(a.was_due) - Number(b.was_due))
  await eachWhileProviderAnswers(deps, longestDue, async ({ reference }) => {
    await settlePayment(deps, reference, { isAgain: true }).catch(async (error: unknown) => {
      await postponePoll(deps, reference)
      throw error
    })
  })
}

async function postponePoll({ db, clock }: Deps, reference: string): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({ next_poll_at: inMinutes(clock.now(), 2) })
    .where('reference', '=', reference)
    .where('next_poll_at', 'is not', null)
    .execute()
}

const endsAt = sql<Date>`coalesce(next_end_check_at, expires_at)`

const expired = ({ db, clock }: Deps) =>
  db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'PENDING')
    .where('held_at', 'is', null)
    .where(endsAt, '<=', clock.now())
    .orderBy(endsAt)
    .limit(batchSize)

const openPage = sql<boolean>`exists (
  select from payment_attempts where order_id = orders.id and payment_attempts.state = 'OPEN')`

/** Ends expired orders without an open page. They need no provider, and end even while it does not answer. */
async function expireWithoutPage(deps: Deps): Promise<void> {
  const due = await expired(deps)
    .where((order) => order.not(openPage))
    .execute()
  await eachWhileProviderAnswers(deps, due, ({ id }) => expire(deps, id))
}

/**
 * Ends expired orders with an open page, which is checked once more first.
 * While the provider does not answer, none of them ends.
 */
async function expireWithPage(deps: Deps): Promise<void> {
  const due = await expired(deps).where(openPage).execute()
  await eachWhileProviderAnswers(deps, due, ({ id }) => expire(deps, id))
}

/** Ends an order. One that cannot end now is tried again after all others. */
async function expire(deps: Deps, id: number): Promise<void> {
  await endUnpaid(deps, id, 'FAILED').catch(async (error: unknown) => {
    const now = deps.clock.now()
    await deps.db
      .updateTable('orders')
      .set({ next_end_check_at: nextPoll(now, now) })
      .where('id', '=', id)
      .execute()
    throw error
  })
}
