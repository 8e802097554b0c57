import { z } from 'zod'
import { confirmWithinDays } from '@rootsquare/contract/orders'
import type { Order } from '@rootsquare/contract/orders'
import { transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { conflict } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { job } from '#api/jobs/job.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { lockOrder } from '#api/features/orders/lock-order.ts'
import { moveOrder } from '#api/features/orders/move-order.ts'
import { notifyReceived } from '#api/features/orders/order-messages.ts'
import { requireOrder } from '#api/features/orders/order-rows.ts'

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

const mostAtOnce = 1000

/** A shipment that nobody has confirmed or disputed for so long counts as received. */
export const completeShipped = job({
  name: 'complete-shipped',
  payload: z.looseObject({}),
  cron: '17 * * * *',
  async run(deps) {
    const due = await deps.db
      .selectFrom('orders')
      .select('id')
      .where('status', '=', 'SHIPPED')
      .where('shipped_at', '<=', inDays(deps.clock.now(), -confirmWithinDays))
      .orderBy('shipped_at')
      .limit(mostAtOnce)
      .execute()
    const failures: unknown[] = []
    for (const { id } of due) {
      await complete(deps, id).catch((error: unknown) => {
        deps.log.error({ err: error, orderId: id }, 'an order could not be completed')
        failures.push(error)
      })
    }
    // Thrown after the loop, so that one order that fails does not stop the others.
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} orders could not be completed.`)
  },
})

async function complete(deps: Deps, orderId: number): Promise<void> {
  await transact(deps.db, async (tx) => {
    await lockOrder(deps, tx, orderId)
    // The buyer confirmed at this moment, or another node completed it.
    if (!(await moveOrder(deps, tx, orderId, { from: 'SHIPPED', to: 'COMPLETED' }))) return
    await notifyReceived(deps, tx, orderId, 'time')
  })
}
