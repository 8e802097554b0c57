import type { Order } from '@rootsquare/contract/orders'
import { transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { conflict } from '#api/http/refusal.ts'
import type { Viewer } from '#api/http/viewer.ts'
import { holdOrder } from './hold-order.ts'
import { moveOrder } from './move-order.ts'
import { requireOrder } from './order-rows.ts'
import { tellReceived } from './order-words.ts'

export async function confirmOrder(deps: Deps, viewer: Viewer, orderId: number): Promise<Order> {
  return transact(deps.db, async (tx) => {
    await requireOrder(deps, tx, viewer, { orderId })
    const { status } = await holdOrder(deps, tx, orderId, viewer)
    if (status === 'COMPLETED') throw conflict('This order is completed already.', 'ALREADY_COMPLETED')
    if (!(await moveOrder(deps, tx, orderId, { from: 'SHIPPED', to: 'COMPLETED' })))
      throw conflict('Not everything of this order has been shipped.', 'NOT_SHIPPED')
    await tellReceived(deps, tx, orderId, 'buyer')
    return requireOrder(deps, tx, viewer, { orderId })
  })
}
