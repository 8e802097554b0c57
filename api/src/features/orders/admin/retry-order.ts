import type { AdminOrder } from '@rootsquare/contract/trade/admin-orders'
import { transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { conflict } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { throwUnanswered } from '#api/features/orders/provider-unavailable.ts'
import { lockOrder } from '#api/features/orders/lock-order.ts'
import { notPayable, retryPayouts } from '#api/features/orders/payouts/retry-payouts.ts'
import { findFailedRefunds, retryRefunds } from '#api/features/orders/refunds/retry-refunds.ts'
import { getAdminOrder } from './admin-order.ts'

export async function retryOrder(deps: Deps, viewer: Viewer, orderId: number): Promise<AdminOrder> {
  const failedRefunds = await findFailedRefunds(deps, orderId).catch(throwUnanswered)
  const refunds = await transact(deps.db, async (tx) => {
    const { id, buyer_id } = await lockOrder(deps, tx, orderId, viewer)
    const count = await retryRefunds(deps, tx, failedRefunds)
    const detail = count === 1 ? '1 refund' : `${count} refunds`
    const target = { type: 'order', id } as const
    if (count > 0)
      await recordAudit(deps, tx, viewer, { action: 'RETRY_ORDER', memberId: buyer_id, detail, target })
    return count
  })
  const payouts = await retryPayouts(deps, viewer, orderId)
  if (refunds + payouts.done === 0) throw payouts.found > 0 ? notPayable() : nothingFailed()
  return getAdminOrder(deps, deps.db, viewer, orderId)
}

const nothingFailed = () =>
  conflict(
    'Nothing of this order has failed, or it is being requested again at this moment.',
    'NOTHING_FAILED',
  )
