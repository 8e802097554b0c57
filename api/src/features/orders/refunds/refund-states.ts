import type { Selectable } from 'kysely'
import type { Tx } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import type { Deps } from '#api/deps.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { nextPoll } from '#api/features/orders/poll-schedule.ts'
import {
  notifyRefundFailed,
  notifyRefundPaidTwice,
  notifyRefundRejected,
} from '#api/features/orders/notify/order-messages.ts'

export type RefundState = Selectable<Tables['refunds']>['state']
type ReportedState = Exclude<RefundState, 'ASKED'>
type MessageDeps = Pick<Deps, 'clock' | 'bus' | 'log'>

/** Converts the provider's state of a refund. */
export function refundStateOf(status: string): ReportedState {
  if (status === 'processed') return 'PROCESSED'
  if (status === 'failed') return 'FAILED'
  return status === 'needs-attention' ? 'NEEDS_ATTENTION' : 'PENDING'
}

/**
 * The states from which each state can be reached. Events come in any order, so a later state stays. A failed refund may still
 * be fixed at the provider.
 */
const before: Record<ReportedState, RefundState[]> = {
  PENDING: ['ASKED'],
  NEEDS_ATTENTION: ['ASKED', 'PENDING'],
  FAILED: ['ASKED', 'PENDING', 'NEEDS_ATTENTION'],
  PROCESSED: ['ASKED', 'PENDING', 'NEEDS_ATTENTION', 'FAILED'],
}

const hasFailed = (state: ReportedState) => state === 'FAILED' || state === 'NEEDS_ATTENTION'
const isFinal = (state: ReportedState) => state === 'FAILED' || state === 'PROCESSED'

/**
 * Moves the refund unless it has moved on, so that a failure is notified once.
 * Staff must resolve a refund that failed after it began.
 */
export async function moveRefund(deps: MessageDeps, tx: Tx, id: number, state: ReportedState): Promise<void> {
  const now = deps.clock.now()
  const moved = await tx
    .updateTable('refunds')
    .set({ state, changed_at: now, next_poll_at: isFinal(state) ? null : nextPoll(now, now) })
    .where('id', '=', id)
    .where('state', 'in', before[state])
    .returning('reference')
    .executeTakeFirst()
  if (!moved && state === 'PROCESSED') await notePaidTwice(deps, tx, id, 'settled')
  if (!moved || !hasFailed(state)) return
  deps.log.error({ refund: id, reference: moved.reference }, 'a refund went wrong at the provider')
  await pollPaymentSoon(deps, tx, moved.reference)
  await notifyRefundFailed(deps, tx, moved.reference)
}

/**
 * Notifies staff once if the provider has paid a refund that they had settled outside of it, or both a request that had failed
 * and its retry.
 */
export async function notePaidTwice(
  deps: MessageDeps,
  tx: Tx,
  id: number,
  why: 'settled' | 'retry',
): Promise<void> {
  const twice = await tx
    .updateTable('refunds')
    .set({ paid_twice_at: deps.clock.now() })
    .where('id', '=', id)
    .$if(why === 'settled', (refund) => refund.where('settled_outside_at', 'is not', null))
    .where('paid_twice_at', 'is', null)
    .returning('reference')
    .executeTakeFirst()
  if (!twice) return
  deps.log.error({ refund: id, reference: twice.reference, why }, 'a refund was paid twice')
  await notifyRefundPaidTwice(deps, tx, twice.reference, why)
}

/** A refund also fails when the bank has taken the payment back. The sweeper asks whether that is the reason. */
async function pollPaymentSoon({ clock }: MessageDeps, tx: Tx, reference: string): Promise<void> {
  await tx
    .updateTable('payment_attempts')
    .set({ next_poll_at: clock.now() })
    .where('reference', '=', reference)
    .where('state', 'in', ['PAID', 'REFUNDED'])
    .where('reversed_at', 'is', null)
    .execute()
}

const maxRequestDays = 30

type RejectedRefund = {
  id: number
  reference: string
  retry_count: number
  created_at: Date
  state: RefundState
}

/**
 * Records that the provider rejected a refund, for example because the balance is too
 * low. It is requested again for a month and then left to staff.
 */
export async function recordRejection(deps: MessageDeps, tx: Tx, refund: RejectedRefund): Promise<void> {
  const { id, reference, created_at } = refund
  const now = deps.clock.now()
  const isLeft = now > inDays(created_at, maxRequestDays)
  const next_poll_at = isLeft ? null : nextPoll(now, created_at)
  const moved = await tx
    .updateTable('refunds')
    .set({ state: 'FAILED', changed_at: now, next_poll_at, requesting_until: null })
    .where('id', '=', id)
    .where('state', '=', refund.state)
    .executeTakeFirst()
  if (moved.numUpdatedRows === 0n) return
  deps.log.error({ refund: id, reference, isLeft }, 'the provider rejected a refund')
  await pollPaymentSoon(deps, tx, reference)
  if (isLeft) await notifyRefundFailed(deps, tx, reference)
  // An admin who has retried it sees that it failed again.
  else if (refund.state === 'ASKED' && refund.retry_count === 0)
    await notifyRefundRejected(deps, tx, reference)
}

type Event = { reference: string; amountKobo: number; status: string }

/** `several`: it is about one of several refunds of this amount, and does not say which. */
type Moved = 'done' | 'unknown' | 'several'

/** `unknown`: there is no such refund, or not yet. An event is never about a refund that the provider rejected. */
export async function moveRefundAndNotify(deps: MessageDeps, tx: Tx, event: Event): Promise<Moved> {
  const known = await tx
    .selectFrom('refunds')
    .select(['id', 'state', 'next_poll_at', 'retry_count'])
    .where('reference', '=', event.reference)
    .where('amount_kobo', '=', event.amountKobo)
    .execute()
  const [begun, ...others] = known.filter(
    (refund) => refund.state !== 'FAILED' || refund.next_poll_at === null,
  )
  // A retry is another refund at the provider, and the event may be about the one before.
  if (others.length > 0 || known.some(({ retry_count }) => retry_count > 0)) return 'several'
  if (!begun) return known.length > 0 ? 'done' : 'unknown'
  await moveRefund(deps, tx, begun.id, refundStateOf(event.status))
  return 'done'
}
