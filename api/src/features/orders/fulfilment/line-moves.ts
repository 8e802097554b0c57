import type { OrderState } from '@rootsquare/contract/orders'
import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { conflict } from '#api/http/api-error.ts'
import { announceOrder } from '#api/features/orders/order-events.ts'
import { moveOrder } from '#api/features/orders/move-order.ts'
import { notifyDeclined } from '#api/features/orders/order-messages.ts'
import { requestRefund } from '#api/features/orders/refunds/refunds.ts'
import { giveBackStock } from '#api/features/orders/checkout/stock.ts'

type Which = { orderId: number; lineId: number }

/** Of an order that is held. Only what is paid and not on its way can be shipped or taken off. */
export function rejectUnlessOpen(order: OrderState, line: OrderState): void {
  if (order === 'PENDING') throw conflict('This order is not paid yet.', 'NOT_PAID')
  if (line === 'CANCELED' || line === 'FAILED')
    throw conflict('This has been canceled already.', 'ALREADY_CANCELED')
  if (line !== 'PROCESSING') throw conflict('This has been shipped already.', 'ALREADY_SHIPPED')
}

/** Returns its units to the stock, and what was paid for it to the buyer. */
export async function cancelLine(
  deps: Deps,
  tx: Tx,
  { orderId, lineId }: Which,
  { reason, by }: { reason: string; by: 'seller' | 'buyer' | 'admin' },
): Promise<void> {
  await tx
    .updateTable('order_lines')
    .set({ canceled_at: deps.clock.now(), reason })
    .where('id', '=', lineId)
    .execute()
  await announceOrder(deps, tx, orderId, lineId)
  await giveBackStock(tx, orderId, lineId)
  // What was paid beyond the total goes back with the last: nothing is left that it could be for.
  const isLast = (await linesOf(tx, orderId)).every((line) => line.canceled_at !== null)
  await requestRefund(deps, tx, { orderId, lineId, isLast })
  await finishOrder(deps, tx, orderId)
  await notifyDeclined(deps, tx, { orderId, lineId }, by)
}

/** Once no line waits any more: shipped with what is left of it, or canceled where nothing is. */
export async function finishOrder(deps: Deps, tx: Tx, orderId: number): Promise<void> {
  const lines = await linesOf(tx, orderId)
  if (lines.some((line) => line.shipped_at === null && line.canceled_at === null)) return
  const to = lines.some((line) => line.shipped_at !== null) ? 'SHIPPED' : 'CANCELED'
  await moveOrder(deps, tx, orderId, { from: 'PROCESSING', to })
}

function linesOf(tx: Tx, orderId: number) {
  const lines = tx.selectFrom('order_lines').select(['shipped_at', 'canceled_at'])
  return lines.where('order_id', '=', orderId).execute()
}
