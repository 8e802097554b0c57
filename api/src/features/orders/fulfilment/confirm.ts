import type { Order } from '@rootsquare/contract/orders'
import { transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { conflict } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { lockOrder } from '#api/features/orders/lock-order.ts'
import { moveOrder } from '#api/features/orders/move-order.ts'
import { requireOrder } from '#api/features/orders/order-rows.ts'
import { notifyReceived } from '#api/features/orders/order-messages.ts'

export async function confirmOrder(deps: Deps, viewer: Viewer, orderId: number): Promise<Order> {
  return transact(deps.db, async (tx) => {
    await requireOrder(deps, tx, viewer, { orderId })
    const { status } = await lockOrder(deps, tx, orderId, viewer)
    if (status === 'COMPLETED') throw conflict('This order is completed already.', 'ALREADY_COMPLETED')
    if (!(await moveOrder(deps, tx, orderId, { from: 'SHIPPED', to: 'COMPLETED' })))
      throw conflict('Not everything of this order has been shipped.', 'NOT_SHIPPED')
    await notifyReceived(deps, tx, orderId, 'buyer')
    return requireOrder(deps, tx, viewer, { orderId })
  })
}
