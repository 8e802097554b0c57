import type { Dispute } from '@rootsquare/contract/trade/disputes'
import { transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { forbidden } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { lockOrder } from '#api/features/orders/lock-order.ts'
import { announceOrder } from '#api/features/orders/notify/order-events.ts'
import { notifyDisputeWithdrawn } from './dispute-notices.ts'
import { disputeEnded, requireDispute } from './dispute-rows.ts'
import { getDispute } from './get-dispute.ts'

/** Withdraws a dispute. No money moves: the line completes and is paid out as if there had been no dispute. */
export async function withdrawDispute(deps: Deps, viewer: Viewer, id: number): Promise<Dispute> {
  return transact(deps.db, async (tx) => {
    const found = await requireDispute(tx, viewer, id)
    if (found.role !== 'buyer') throw forbidden()
    await lockOrder(deps, tx, found.dispute.order_id, viewer)
    const { dispute } = await requireDispute(tx, viewer, id)
    if (dispute.state !== 'OPEN') throw disputeEnded(dispute)
    const { order_id: orderId, order_line_id: lineId } = dispute
    const ended = { state: 'WITHDRAWN' as const, decided_at: deps.clock.now() }
    await tx.updateTable('disputes').set(ended).where('id', '=', id).execute()
    await tx.updateTable('order_lines').set({ is_disputed: false }).where('id', '=', lineId).execute()
    await announceOrder(deps, tx, orderId, lineId)
    await notifyDisputeWithdrawn(deps, tx, id)
    return getDispute(deps, tx, viewer, id)
  })
}
