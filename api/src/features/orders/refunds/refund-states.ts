import type { Selectable } from 'kysely'
import type { Tx } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import type { Deps } from '#api/deps.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { nextPoll } from '#api/features/orders/payments/poll-schedule.ts'
import { notifyRefundFailed, notifyRefundRejected } from '#api/features/orders/notify/order-messages.ts'

export type RefundState = Selectable<Tables['refunds']>['state']
type ReportedState = Exclude<RefundState, 'ASKED'>
type MessageDeps = Pick<Deps, 'clock' | 'bus' | 'log'>

/** The provider's word for how far a refund is. */
export function refundStateOf(status: string): ReportedState {
  if (status === 'processed') return 'PROCESSED'
  if (status === 'failed') return 'FAILED'
  return status === 'needs-attention' ? 'NEEDS_ATTENTION' : 'PENDING'
}

/** Events come in any order: what is further stays. A failed one may still be mended at the provider. */
const before: Record<ReportedState, RefundState[]> = {
  PENDING: ['ASKED'],
  NEEDS_ATTENTION: ['ASKED', 'PENDING'],
  FAILED: ['ASKED', 'PENDING', 'NEEDS_ATTENTION'],
  PROCESSED: ['ASKED', 'PENDING', 'NEEDS_ATTENTION', 'FAILED'],
}

const hasFailed = (state: ReportedState) => state === 'FAILED' || state === 'NEEDS_ATTENTION'
const isFinal = (state: ReportedState) => state === 'FAILED' || state === 'PROCESSED'

/** The WHERE is the lock, so a failure is notified once. What the provider has begun, staff have to resolve. */
export async function moveRefund(deps: MessageDeps, tx: Tx, id: number, state: ReportedState): Promise<void> {
  const now = deps.clock.now()
  const moved = await tx
    .updateTable('refunds')
    .set({ state, changed_at: now, next_poll_at: isFinal(state) ? null : nextPoll(now, now) })
    .where('id', '=', id)
    .where('state', 'in', before[state])
    .returning('reference')
    .executeTakeFirst()
  if (!moved || !hasFailed(state)) return
  deps.log.error({ refund: id, reference: moved.reference }, 'a refund went wrong at the provider')
  await notifyRefundFailed(deps, tx, moved.reference)
}

const askedDays = 30

type RejectedRefund = {
  id: number
  reference: string
  retry_count: number
  created_at: Date
  state: RefundState
}

/** The provider would not begin it, as when its balance is too low. It is asked again for a month, and then left to staff. */
export async function recordRejection(deps: MessageDeps, tx: Tx, refund: RejectedRefund): Promise<void> {
  const { id, reference, created_at } = refund
  const now = deps.clock.now()
  const isLeft = now > inDays(created_at, askedDays)
  const next_poll_at = isLeft ? null : nextPoll(now, created_at)
  const moved = await tx
    .updateTable('refunds')
    .set({ state: 'FAILED', changed_at: now, next_poll_at, requesting_until: null })
    .where('id', '=', id)
    .where('state', '=', refund.state)
    .executeTakeFirst()
  if (moved.numUpdatedRows === 0n) return
  deps.log.error({ refund: id, reference, isLeft }, 'the provider rejected a refund')
  if (isLeft) await notifyRefundFailed(deps, tx, reference)
  // An admin who has retried it sees that it failed again.
  else if (refund.state === 'ASKED' && refund.retry_count === 0)
    await notifyRefundRejected(deps, tx, reference)
}

type Event = { reference: string; amountKobo: number; status: string }

/** Returns false if no such refund is known, or not yet. An event is never about one that the provider would not begin. */
export async function moveRefundAndNotify(deps: MessageDeps, tx: Tx, event: Event): Promise<boolean> {
  const state = refundStateOf(event.status)
  const known = await tx
    .selectFrom('refunds')
    .select(['id', 'state', 'next_poll_at'])
    .where('reference', '=', event.reference)
    .where('amount_kobo', '=', event.amountKobo)
    .orderBy('id')
    .execute()
  const begun = known.filter((refund) => refund.state !== 'FAILED' || refund.next_poll_at === null)
  const [next] = begun
    .filter((refund) => before[state].includes(refund.state))
    .toSorted((a, b) => Number(a.state === 'FAILED') - Number(b.state === 'FAILED'))
  if (next) await moveRefund(deps, tx, next.id, state)
  return known.length > 0
}
