import { sql } from 'kysely'
import { transact, type Db, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { conflict } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { inDays, inHours } from '#api/ports/clock/clock.ts'
import { isDeclined, ProviderError, type VerifiedPayment } from '#api/ports/payments/payments.ts'
import { refundLockedSeller } from '#api/features/orders/fulfilment/refund-locked-seller.ts'
import { enqueue } from '#api/jobs/job.ts'
import { lockPayment } from '#api/features/orders/lock-order.ts'
import { canStillPay } from './can-still-pay.ts'
import { absentStatus, isUnread, isUnsettled, knownColumns } from '#api/features/orders/attempt-rows.ts'
import type { Attempt, KnownAttempt } from '#api/features/orders/attempt-rows.ts'
import { checkPayment, type ProviderPayment } from './check-payment.ts'
import { isReversed, noticeReversal } from './notice-reversal.ts'
import { nextPoll } from '#api/features/orders/poll-schedule.ts'
import { announceOrder } from '#api/features/orders/notify/order-events.ts'
import { notifyHeld, notifyPaid } from '#api/features/orders/notify/order-messages.ts'
import { notifyPaymentRefunded } from '#api/features/orders/notify/payment-refunded.ts'
import { pollRefundsOf, requestRefund } from '#api/features/orders/refunds/refunds.ts'
import { selectFacts, type OrderFacts } from '#api/features/orders/notify/order-facts.ts'

type AttemptWithOrder = Awaited<ReturnType<typeof lockPayment>>

/** `unknown`: no page of ours has this reference. */
type Settled = 'unknown' | 'open' | 'paid' | 'held' | 'refunded'
const settledAs = { OPEN: 'open', PAID: 'paid', HELD: 'held', REFUNDED: 'refunded' } as const

/** `accept`: the admin who accepts a held payment. `isAgain`: also checks a paid one, which the bank may have reversed. */
type SettleOptions = { accept?: Viewer; isAgain?: boolean }

/**
 * Asks the provider about one payment and applies the answer. This is the only way in which an order is paid. No transaction is
 * open during the call to the provider; of many calls at once each sees the result of the one before.
 */
export async function settlePayment(
  deps: Deps,
  reference: string,
  options: SettleOptions = {},
): Promise<Settled> {
  const attempts = deps.db.selectFrom('payment_attempts').select(knownColumns)
  const known = await attempts.where('reference', '=', reference).executeTakeFirst()
  return known ? settleKnownPayment(deps, known, options) : 'unknown'
}

async function settleKnownPayment(deps: Deps, known: KnownAttempt, options: SettleOptions): Promise<Settled> {
  const { reference } = known
  if (!isUnsettled(known) && !options.accept && !options.isAgain) return settledAs[known.state]
  const found = await fetchPayment(deps, reference)
  // A refund of ours may be the reason, and its answer may have been lost.
  if (options.isAgain && isReversed(found)) await pollRefundsOf(deps, reference)
  return transact(deps.db, async (tx) => {
    const locked = await lockPayment(deps, tx, known, options.accept ?? null)
    // The page was stored while the provider answered, so the answer is older than the page.
    if (found === 'absent' && known.authorization_url !== locked.attempt.authorization_url) return 'open'
    return conclude(deps, tx, locked, { found, options })
  })
}

/** Throws ProviderError if there is no answer at all. */
export async function fetchPayment(
  { payments }: Pick<Deps, 'payments'>,
  reference: string,
): Promise<ProviderPayment> {
  try {
    return await payments.verify(reference)
  } catch (error) {
    if (isDeclined(error)) return 'absent'
    if (error instanceof ProviderError && error.kind === 'unreadable' && (error.status ?? 0) < 300)
      return 'unreadable'
    throw error
  }
}

type FetchedPayment = { found: ProviderPayment; options: SettleOptions }

async function conclude(
  deps: Deps,
  tx: Tx,
  attemptWithOrder: AttemptWithOrder,
  { found, options }: FetchedPayment,
): Promise<Settled> {
  const { attempt } = attemptWithOrder
  if (options.accept) return accept(deps, tx, attemptWithOrder, { found, by: options.accept })
  if (!isUnsettled(attempt)) {
    // Such an answer does not say whether the payment was reversed.
    if (options.isAgain && found === 'unreadable')
      throw new ProviderError('unreadable', 'The answer about a settled payment could not be read.')
    await noticeReversal(deps, tx, attempt, found)
    return settledAs[attempt.state]
  }
  const result = checkPayment(attempt, found, deps.payments.mode)
  if (result === null) return leaveOpen(deps, tx, attemptWithOrder, found)
  if (result.why !== null || !result.paid)
    return holdPayment(deps, tx, attemptWithOrder, { paid: result.paid, why: result.why ?? '' })
  return applyPayment(deps, tx, attemptWithOrder, result.paid)
}

async function accept(
  deps: Deps,
  tx: Tx,
  attemptWithOrder: AttemptWithOrder,
  { found, by }: { found: ProviderPayment; by: Viewer },
): Promise<Settled> {
  const { attempt, order } = attemptWithOrder
  if (attempt.state !== 'HELD') throw paymentDecided()
  const paid = checkPayment(attempt, found, deps.payments.mode)?.paid
  if (!paid) throw conflict('The provider does not say that this has been paid.', 'NOT_PAID')
  const target = { type: 'order', id: order.id } as const
  const why = { detail: attempt.reference, reason: attempt.held_reason }
  await recordAudit(deps, tx, by, { action: 'ACCEPT_PAYMENT', memberId: order.buyer_id, ...why, target })
  return applyPayment(deps, tx, attemptWithOrder, paid)
}

export const paymentDecided = () => conflict('This payment has been dealt with already.', 'ALREADY_DECIDED')

/** Pays the order, or refunds the payment if the order can no longer be paid. */
async function applyPayment(
  deps: Deps,
  tx: Tx,
  attemptWithOrder: AttemptWithOrder,
  paid: VerifiedPayment,
): Promise<Settled> {
  const { order, attempt, lockedSellerIds } = attemptWithOrder
  if (await canStillPay(deps, tx, order)) {
    const paidOrder = await markPaid(deps, tx, attemptWithOrder, paid)
    for (const memberId of lockedSellerIds) await enqueue(tx, refundLockedSeller, { memberId })
    await notifyPaid(deps, tx, paidOrder)
    return 'paid'
  }
  await moveAttempt(deps, tx, attempt, { state: 'REFUNDED', paid }).execute()
  await requestRefund(deps, tx, { orderId: order.id, lineId: null, reference: attempt.reference })
  await notifyPaymentRefunded(deps, tx, { orderId: order.id, reference: attempt.reference })
  return 'refunded'
}

type SettledAttempt = { state: 'PAID' | 'REFUNDED'; paid: VerifiedPayment }

const moveAttempt = (
  deps: Deps,
  db: Pick<Db, 'updateTable'>,
  { reference }: Attempt,
  { state, paid }: SettledAttempt,
) =>
  db
    .updateTable('payment_attempts')
    .set({ state, ...paymentColumns(deps, paid) })
    .where('reference', '=', reference)

/** Marks the payment and then the order as paid, in the order of the ledger, and returns the order. Nothing else does so. */
async function markPaid(
  deps: Deps,
  tx: Tx,
  { order: { id, status }, attempt }: AttemptWithOrder,
  paid: VerifiedPayment,
): Promise<OrderFacts> {
  const now = deps.clock.now()
  const { rows } = await sql<OrderFacts>`
    with paid as (
      ${moveAttempt(deps, tx, attempt, { state: 'PAID', paid }).returning('order_id')}
    ), moved as (
      update orders set status = 'PROCESSING', paid_at = ${now}, moved_at = ${now}, held_at = null
      from paid where orders.id = paid.order_id and status = ${status} and paid_at is null
      returning orders.id
    )
    ${selectFacts(sql`(select id from moved)`)}`.execute(tx)
  if (!rows[0]) throw new Error(`Order ${id} moved while it was held.`)
  const { amountKobo: paidKobo, currency } = paid
  return { ...rows[0], status: 'PROCESSING', wasPaid: true, paidKobo, isNaira: currency === 'NGN' }
}

/** Returns the provider’s facts about a payment as columns. */
export const paymentColumns = ({ clock }: Pick<Deps, 'clock'>, paid: VerifiedPayment | null) => ({
  provider_status: paid?.status ?? null,
  paid_kobo: paid?.amountKobo ?? null,
  fee_kobo: paid?.feesKobo ?? 0,
  currency: paid?.currency ?? null,
  settled_at: clock.now(),
  next_poll_at: null,
})

/** Holds the payment and notifies only admins, who decide. While the paid amount is unknown, polling continues. */
async function holdPayment(
  deps: Deps,
  tx: Tx,
  { order, attempt }: AttemptWithOrder,
  { paid, why }: { paid: VerifiedPayment | null; why: string },
): Promise<Settled> {
  const now = deps.clock.now()
  const settled_at = isUnread(attempt) ? (attempt.settled_at ?? now) : now
  const next_poll_at = paid ? null : nextPoll(now, settled_at)
  await tx
    .updateTable('payment_attempts')
    .set({ state: 'HELD', held_reason: why, ...paymentColumns(deps, paid), settled_at, next_poll_at })
    .where('reference', '=', attempt.reference)
    .execute()
  if (isUnread(attempt)) return 'held'
  await tx
    .updateTable('orders')
    .set({ held_at: now })
    .where('id', '=', order.id)
    .where('status', '=', 'PENDING')
    .execute()
  await announceOrder(deps, tx, order.id)
  await notifyHeld(deps, tx, attempt.reference)
  return 'held'
}

/** Pages never expire, and a payment may come days after the order ended. After this time only an event reveals it. */
const watchedDays = 30

async function leaveOpen(
  deps: Deps,
  tx: Tx,
  attemptWithOrder: AttemptWithOrder,
  found: ProviderPayment,
): Promise<Settled> {
  const { attempt } = attemptWithOrder
  if (isUnread(attempt)) await releaseHold(deps, tx, attempt)
  const status = typeof found === 'string' ? absentStatus : found.status
  await tx
    .updateTable('payment_attempts')
    .set({
      provider_status: status,
      poll_count: attempt.poll_count + 1,
      next_poll_at: nextPollFor(deps, attemptWithOrder, status),
    })
    .where('reference', '=', attempt.reference)
    .execute()
  return 'open'
}

/** Reopens a held payment that turned out to be unpaid. The order continues, unless another of its payments is held. */
async function releaseHold(deps: Deps, tx: Tx, { reference, order_id }: Attempt): Promise<void> {
  const open = { state: 'OPEN', settled_at: null } as const
  await tx.updateTable('payment_attempts').set(open).where('reference', '=', reference).execute()
  const held = tx.selectFrom('payment_attempts').select('reference').where('state', '=', 'HELD')
  if (await held.where('order_id', '=', order_id).executeTakeFirst()) return
  await tx.updateTable('orders').set({ held_at: null }).where('id', '=', order_id).execute()
  await announceOrder(deps, tx, order_id)
}

function nextPollFor({ clock }: Deps, { order, attempt }: AttemptWithOrder, status: string): Date | null {
  const now = clock.now()
  const wasNeverOpened = status === absentStatus && attempt.authorization_url === null
  const watched = wasNeverOpened ? inHours(attempt.created_at, 1) : inDays(attempt.created_at, watchedDays)
  if (now > watched || status === 'reversed') return null
  return nextPoll(now, order.status === 'PENDING' ? now : order.moved_at)
}

/** Settles every open page of the order and returns their references. */
export async function settleOpenPayments(deps: Deps, orderId: number): Promise<string[]> {
  const attempts = await deps.db
    .selectFrom('payment_attempts')
    .select(knownColumns)
    .where('order_id', '=', orderId)
    .where('state', '=', 'OPEN')
    .execute()
  await settlePayments(deps, attempts)
  return attempts.map(({ reference }) => reference)
}

/** Settles all attempts. An error of one is thrown after all were tried. */
export async function settlePayments(
  deps: Deps,
  attempts: KnownAttempt[],
  options: SettleOptions = {},
): Promise<void> {
  const settled = await Promise.allSettled(
    attempts.map((attempt) => settleKnownPayment(deps, attempt, options)),
  )
  const failed = settled.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
