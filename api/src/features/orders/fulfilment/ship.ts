import type { BodyOf } from '@rootsquare/contract/endpoint'
import type { moveLine as endpoint, SellerOrder } from '@rootsquare/contract/orders'
import { transact } from '#api/db/db.ts'
import type { Db, Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { lockOrder } from '#api/features/orders/lock-order.ts'
import { announceOrder } from '#api/features/orders/order-events.ts'
import { cancelLine, finishOrder, rejectUnlessOpen } from './line-moves.ts'
import { lineState } from '#api/features/orders/order-rows.ts'
import { notifyShipped } from '#api/features/orders/order-messages.ts'
import { soldLineOf } from './seller-orders.ts'

type Which = { orderId: number; lineId: number }

/** The seller ships a line of theirs, or declines it. Of two at once the second finds it done. */
export async function moveLine(
  deps: Deps,
  viewer: Viewer,
  lineId: number,
  body: BodyOf<typeof endpoint>,
): Promise<SellerOrder> {
  return transact(deps.db, async (tx) => {
    const { order_id: orderId } = await requireLine(tx, viewer, lineId)
    const order = await lockOrder(deps, tx, orderId, viewer)
    const { state } = await requireLine(tx, viewer, lineId)
    rejectUnlessOpen(order.status, state)
    if (body.state === 'SHIPPED') await shipLine(deps, tx, { orderId, lineId }, body.note ?? null)
    else await cancelLine(deps, tx, { orderId, lineId }, { reason: body.reason, by: 'seller' })
    return soldLineOf(deps, tx, viewer, lineId)
  })
}

async function requireLine(db: Db, viewer: Viewer, lineId: number) {
  const line = await db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['order_id', lineState.as('state')])
    .where('order_lines.id', '=', lineId)
    .where('seller_id', '=', viewer.id)
    .executeTakeFirst()
  if (!line) throw notFound('There is no such order.')
  return line
}

async function shipLine(deps: Deps, tx: Tx, { orderId, lineId }: Which, note: string | null): Promise<void> {
  await tx
    .updateTable('order_lines')
    .set({ shipped_at: deps.clock.now(), note: note || null })
    .where('id', '=', lineId)
    .execute()
  await announceOrder(deps, tx, orderId, lineId)
  await finishOrder(deps, tx, orderId)
  await notifyShipped(deps, tx, orderId, lineId)
}
