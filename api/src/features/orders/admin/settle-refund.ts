import type { BodyOf } from '@rootsquare/contract/lib/endpoint'
import type { AdminOrder, settleRefund as endpoint } from '@rootsquare/contract/trade/admin-orders'
import { moneyText } from '@rootsquare/contract/lib/money'
import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { conflict, forbidden, notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { lockOrder } from '#api/features/orders/lock-order.ts'
import { announceOrder } from '#api/features/orders/notify/order-events.ts'
import { notifyRefundSettled } from '#api/features/orders/notify/payment-refunded.ts'
import { noSuchOrder } from '#api/features/orders/order-rows.ts'
import { throwUnanswered } from '#api/features/orders/provider-unavailable.ts'
import {
  findFailedRefunds,
  retryRefunds,
  type FailedRefund,
} from '#api/features/orders/refunds/retry-refunds.ts'
import { getAdminOrder } from './admin-order.ts'

/**
 * Counts a failed refund as paid, because staff pay it outside the provider. It is never requested again. The provider is asked
 * first, because a refund that has not failed there would be paid twice.
 */
export async function settleRefund(
  deps: Deps,
  viewer: Viewer,
  orderId: number,
  { refundId, note }: BodyOf<typeof endpoint>,
): Promise<AdminOrder> {
  await rejectUnlessOthers(deps, viewer, { orderId, refundId })
  const failed = await findFailedRefunds(deps, orderId).catch(throwUnanswered)
  const refund = failed.find(({ id }) => id === refundId)
  if (!refund) throw notFailed()
  if (refund.known && refund.known.status !== 'failed') {
    await transact(deps.db, (tx) => retryRefunds(deps, tx, [refund]))
    throw notFailed()
  }
  await transact(deps.db, async (tx) => {
    const { buyer_id: memberId } = await lockOrder(deps, tx, orderId, viewer)
    const kobo = await markSettled(deps, tx, refund)
    const detail = `refund ${refundId}, ${moneyText(kobo)}`
    const target = { type: 'order', id: orderId } as const
    await recordAudit(deps, tx, viewer, { action: 'SETTLE_REFUND', memberId, detail, reason: note, target })
    await announceOrder(deps, tx, orderId)
    await notifyRefundSettled(deps, tx, { orderId, refundId })
  })
  return getAdminOrder(deps, deps.db, viewer, orderId)
}

type Which = { orderId: number; refundId: number }

/** As with held payments, nobody decides about money of their own. */
async function rejectUnlessOthers({ db }: Deps, viewer: Viewer, { orderId, refundId }: Which): Promise<void> {
  const order = await db
    .selectFrom('orders')
    .leftJoin('refunds', (on) => on.onRef('order_id', '=', 'orders.id').on('refunds.id', '=', refundId))
    .select(['buyer_id', 'refunds.id as refund_id'])
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  if (!order) throw noSuchOrder()
  if (order.refund_id === null) throw notFound('There is no such refund.')
  if (order.buyer_id === viewer.id)
    throw forbidden('This is your own order. Another admin must decide.', 'OWN_PAYMENT')
}

/** Returns the kobo, unless the refund has moved on or is being requested at this moment. */
async function markSettled({ clock }: Deps, tx: Tx, { id, retry_count }: FailedRefund): Promise<number> {
  const now = clock.now()
  const settled = await tx
    .updateTable('refunds')
    .from('payment_attempts')
    .set({ state: 'PROCESSED', settled_outside_at: now, changed_at: now, next_poll_at: null })
    .where('refunds.id', '=', id)
    .where('refunds.state', '=', 'FAILED')
    .where('retry_count', '=', retry_count)
    .where((refund) =>
      refund.or([refund('requesting_until', 'is', null), refund('requesting_until', '<=', now)]),
    )
    // The bank has given the buyer this money already.
    .whereRef('payment_attempts.reference', '=', 'refunds.reference')
    .where('reversed_at', 'is', null)
    .returning('refunds.amount_kobo')
    .executeTakeFirst()
  if (!settled) throw notFailed()
  return settled.amount_kobo
}

const notFailed = () =>
  conflict(
    'This refund has not failed, is being requested at this moment, or its payment was taken back by the bank.',
    'NOT_FAILED',
  )
