import { sql } from 'kysely'
import type { Dispute, openDispute as endpoint } from '@rootsquare/contract/trade/disputes'
import type { BodyOf } from '@rootsquare/contract/lib/endpoint'
import { disputeWithinDays, type OrderLine } from '@rootsquare/contract/trade/orders'
import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { conflict } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { lockOrder } from '#api/features/orders/lock-order.ts'
import { announceOrder } from '#api/features/orders/notify/order-events.ts'
import { noSuchOrder, requireOrder } from '#api/features/orders/order-rows.ts'
import { insertDisputeMessage } from './dispute-messages.ts'
import { notifyDisputeOpened } from './dispute-notices.ts'
import { getDispute } from './get-dispute.ts'

export async function openDispute(
  deps: Deps,
  viewer: Viewer,
  orderId: number,
  { orderLineId: lineId, reason, text, images }: BodyOf<typeof endpoint>,
): Promise<Dispute> {
  return transact(deps.db, async (tx) => {
    await requireOrder(deps, tx, viewer, { orderId })
    await lockOrder(deps, tx, orderId, viewer)
    const order = await requireOrder(deps, tx, viewer, { orderId })
    const line = order.orderItemList.find(({ orderLineId }) => orderLineId === lineId)
    if (!line) throw noSuchOrder()
    rejectUnlessDisputable(line)
    await holdLine(tx, lineId)
    const { id } = await tx
      .insertInto('disputes')
      .values({
        order_id: orderId,
        order_line_id: lineId,
        buyer_id: viewer.id,
        seller_id: line.seller,
        reason,
        created_at: deps.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertDisputeMessage(deps, tx, viewer, { disputeId: id, role: 'buyer', text, images })
    await notifyDisputeOpened(deps, tx, id)
    await announceOrder(deps, tx, orderId, lineId)
    return getDispute(deps, tx, viewer, id)
  })
}

function rejectUnlessDisputable({ state, disputeId, can }: OrderLine): void {
  if (disputeId !== null) throw conflict('There is a dispute about this already.', 'ALREADY_DISPUTED')
  if (can.dispute) return
  if (state !== 'COMPLETED') throw conflict('This has not been shipped.', 'NOT_SHIPPED')
  throw conflict(
    `This was completed more than ${disputeWithinDays} days ago. Please write to the seller.`,
    'TOO_LATE',
  )
}

/** Whether a row of `order_lines` is in no payout, or only in one that failed, so that its money is still here. */
const isNotPaidOut = sql<boolean>`not exists (
  select from payouts where payouts.id = payout_id and state in ('PENDING', 'SENT', 'PAID'))`

/** Holds a line: its parcel cannot be confirmed or completed by time, and its money waits unless it was paid out. */
async function holdLine(tx: Tx, lineId: number): Promise<void> {
  await sql`
    update order_lines set is_disputed = true, released_at = case when ${isNotPaidOut} then null else released_at end
    where id = ${lineId}`.execute(tx)
}
