import type { BodyOf } from '@rootsquare/contract/lib/endpoint'
import { shipWithinDays, type Order, type refundLine as endpoint } from '@rootsquare/contract/trade/orders'
import { isStaff } from '@rootsquare/contract/lib/roles'
import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { formatLagosDay } from '#api/domain/lagos-time.ts'
import { conflict } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { lockOrder } from '#api/features/orders/lock-order.ts'
import { cancelLines, rejectUnlessOpen } from '#api/features/orders/fulfilment/line-moves.ts'
import { noSuchOrder, orderOf, requireOrder } from '#api/features/orders/order-rows.ts'

/**
 * Lets the buyer refund a line after the seller's time is over or if the seller cannot
 * ship it, and an admin a line of another member at any time.
 */
export async function refundLine(
  deps: Deps,
  viewer: Viewer,
  orderId: number,
  { orderLineId: lineId, reason }: BodyOf<typeof endpoint>,
): Promise<Order> {
  return transact(deps.db, async (tx) => {
    // Checked before anything is locked, because others must not find out that the order exists.
    if (!isStaff(viewer.role)) await requireOrder(deps, tx, viewer, { orderId })
    const locked = await lockOrder(deps, tx, orderId, viewer)
    const order = await orderOf(deps, tx, viewer, { orderId })
    const line = order.orderItemList.find(({ orderLineId }) => orderLineId === lineId)
    if (!line) throw noSuchOrder()
    rejectUnlessOpen(order.orderStatus, line.state)
    const by = locked.buyer_id === viewer.id ? 'buyer' : 'admin'
    if (by === 'buyer' && !line.can.refund) throw tooEarly(locked.paid_at)
    await cancelLines(deps, tx, { orderId, lineIds: [lineId] }, { reason, by })
    if (by === 'admin') await recordRefund(deps, tx, viewer, { orderId, sellerId: line.seller, reason })
    return orderOf(deps, tx, viewer, { orderId })
  })
}

function tooEarly(paidAt: Date | null) {
  const until = paidAt ? ` until ${formatLagosDay(inDays(paidAt, shipWithinDays))}` : ''
  return conflict(
    `The seller has time to send this${until}. After that you can have it refunded.`,
    'TOO_EARLY',
  )
}

type Refunded = { orderId: number; sellerId: number | null; reason: string }

function recordRefund(deps: Deps, tx: Tx, viewer: Viewer, { orderId, sellerId, reason }: Refunded) {
  const target = { type: 'order', id: orderId } as const
  return recordAudit(deps, tx, viewer, { action: 'REFUND_LINE', memberId: sellerId, reason, target })
}
