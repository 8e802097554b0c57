import { sql } from 'kysely'
import { deletedUserName } from '@rootsquare/contract/profiles'
import type { BodyOf } from '@rootsquare/contract/lib/endpoint'
import { nairaOf } from '@rootsquare/contract/lib/money'
import { pageOf, type Paged, type PageQuery } from '@rootsquare/contract/lib/paged'
import type { decideHeld as endpoint, HeldPayment } from '@rootsquare/contract/trade/payments'
import { countRows } from '#api/db/count-rows.ts'
import { transact, type Db, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { restoreOffers } from '#api/features/offers/mark-offers-used.ts'
import { forbidden, notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import type { VerifiedPayment } from '#api/ports/payments/payments.ts'
import { throwUnanswered } from '#api/features/orders/provider-unavailable.ts'
import { lockOrder } from '#api/features/orders/lock-order.ts'
import { checkPayment } from './check-payment.ts'
import { nextPoll } from '#api/features/orders/poll-schedule.ts'
import { moveOrder } from '#api/features/orders/move-order.ts'
import { notifyEnded } from '#api/features/orders/notify/order-messages.ts'
import { notifyPaymentRefunded } from '#api/features/orders/notify/payment-refunded.ts'
import { requestRefund } from '#api/features/orders/refunds/refunds.ts'
import { fetchPayment, paymentColumns, paymentDecided, settlePayment } from './settle.ts'
import { returnStock } from '#api/features/orders/checkout/stock.ts'

export async function listHeld({ db }: Deps, query: PageQuery): Promise<Paged<HeldPayment>> {
  const held = db.selectFrom('payment_attempts').where('state', '=', 'HELD')
  const total = await countRows(held)
  const rows = await held
    .innerJoin('orders', 'orders.id', 'order_id')
    .leftJoin('members', 'members.id', 'buyer_id')
    .select(['transaction_ref', 'reference', 'order_id', 'buyer_id', 'username'])
    .select(['amount_kobo', 'paid_kobo', 'currency'])
    .select((row) => [row.ref('held_reason').as('why'), row.ref('settled_at').$notNull().as('since')])
    .orderBy('settled_at')
    .orderBy('reference')
    .limit(query.size)
    .offset(query.page * query.size)
    .execute()
  const content = rows.map((row) => ({
    transactionRef: row.transaction_ref,
    reference: row.reference,
    orderId: row.order_id,
    buyerId: row.buyer_id,
    buyerUsername: row.username ?? deletedUserName,
    expected: nairaOf(row.amount_kobo),
    paid: row.paid_kobo === null ? null : nairaOf(row.paid_kobo),
    currency: row.currency,
    why: row.why ?? '',
    createdDate: row.since.toISOString(),
  }))
  return pageOf(content, total, query)
}

export async function decideHeld(
  deps: Deps,
  viewer: Viewer,
  transactionRef: string,
  { action, reference }: BodyOf<typeof endpoint>,
): Promise<null> {
  const held = await findHeld(deps.db, transactionRef, reference)
  if (held.buyer_id === viewer.id)
    throw forbidden('This is your own payment. Another admin must decide.', 'OWN_PAYMENT')
  const decide = action === 'accept' ? acceptHeld : refundHeld
  await decide(deps, viewer, held).catch(throwUnanswered)
  return null
}

type HeldAttempt = {
  reference: string
  order_id: number
  buyer_id: number | null
  amount_kobo: number
  paid_kobo: number | null
  held_reason: string | null
}

/** Finds the payment with this reference; without one, the payment of the order that has waited longest. */
async function findHeld(db: Db, transactionRef: string, reference?: string): Promise<HeldAttempt> {
  const ofOrder = db
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select('reference')
    .where('transaction_ref', '=', transactionRef)
  const named = db.selectFrom('payment_attempts').select('reference').where('reference', '=', transactionRef)
  const attempt = await db
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['reference', 'order_id', 'buyer_id', 'amount_kobo', 'paid_kobo', 'held_reason', 'state'])
    .where('reference', 'in', ofOrder.unionAll(named))
    .$if(reference !== undefined, (attempts) => attempts.where('reference', '=', reference ?? ''))
    .where('held_reason', 'is not', null)
    .orderBy(sql`state = 'HELD'`, 'desc')
    .orderBy('settled_at')
    .limit(1)
    .executeTakeFirst()
  if (!attempt) throw notFound('There is no such payment.')
  if (attempt.state !== 'HELD') throw paymentDecided()
  return attempt
}

async function acceptHeld(deps: Deps, viewer: Viewer, { reference }: HeldAttempt): Promise<void> {
  await settlePayment(deps, reference, { accept: viewer })
}

/** Refunds the whole payment and ends the order, unless another payment has paid it. */
async function refundHeld(deps: Deps, viewer: Viewer, held: HeldAttempt): Promise<void> {
  const found = held.paid_kobo === null ? await fetchPaid(deps, held) : null
  const isPaid = held.paid_kobo !== null || found !== null
  await transact(deps.db, async (tx) => {
    const { id, status } = await lockOrder(deps, tx, held.order_id, viewer)
    await release(deps, tx, held, { isPaid, found })
    if (isPaid) await requestRefund(deps, tx, { orderId: id, lineId: null, reference: held.reference })
    const ends = status === 'PENDING'
    if (ends) {
      await restoreOffers(deps, tx, id)
      await moveOrder(deps, tx, id, { from: 'PENDING', to: 'FAILED' })
      await returnStock(tx, id)
    }
    if (isPaid) await notifyPaymentRefunded(deps, tx, { orderId: id, reference: held.reference })
    else if (ends) await notifyEnded(deps, tx, id, 'FAILED')
    const target = { type: 'order', id } as const
    const why = { detail: held.reference, reason: held.held_reason }
    await recordAudit(deps, tx, viewer, { action: 'REFUND_PAYMENT', memberId: held.buyer_id, ...why, target })
  })
}

/** Asks again about a payment whose answer was unreadable. Returns null if nothing was paid or it is still unreadable. */
async function fetchPaid(deps: Deps, held: HeldAttempt): Promise<VerifiedPayment | null> {
  return checkPayment(held, await fetchPayment(deps, held.reference), deps.payments.mode)?.paid ?? null
}

/** `found`: the amount, if it was unknown while the payment was held. */
type Outcome = { isPaid: boolean; found: VerifiedPayment | null }

/** Ends the hold, unless another admin was faster. If nothing was paid, polling continues, because a payment may still come. */
async function release(
  deps: Deps,
  tx: Tx,
  { reference }: HeldAttempt,
  { isPaid, found }: Outcome,
): Promise<void> {
  const now = deps.clock.now()
  const { numUpdatedRows } = await tx
    .updateTable('payment_attempts')
    .set(
      isPaid
        ? { state: 'REFUNDED', next_poll_at: null, ...(found && paymentColumns(deps, found)) }
        : { state: 'OPEN', next_poll_at: nextPoll(now, now) },
    )
    .where('reference', '=', reference)
    .where('state', '=', 'HELD')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw paymentDecided()
}
