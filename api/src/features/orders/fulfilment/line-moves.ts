import { sql } from 'kysely'
import type { OrderState } from '@rootsquare/contract/trade/orders'
import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { conflict } from '#api/http/api-error.ts'
import { announceOrder } from '#api/features/orders/notify/order-events.ts'
import { moveOrder } from '#api/features/orders/move-order.ts'
import { notifyCanceled, notifyShipped, type CanceledBy } from '#api/features/orders/notify/order-messages.ts'
import { requestRefund } from '#api/features/orders/refunds/refunds.ts'
import { returnStock } from '#api/features/orders/checkout/stock.ts'

type Which = { orderId: number; lineIds: number[] }

/** Rejects a line that is unpaid, shipped or canceled. The order must be locked. */
export function rejectUnlessOpen(order: OrderState, line: OrderState): void {
  if (order === 'PENDING') throw conflict('This order is not paid yet.', 'NOT_PAID')
  if (line === 'CANCELED' || line === 'FAILED')
    throw conflict('This has been canceled already.', 'ALREADY_CANCELED')
  if (line !== 'PROCESSING') throw conflict('This has been shipped already.', 'ALREADY_SHIPPED')
}

/** Cancels lines of one seller, returns their units to the stock and refunds the buyer, who is notified once. */
export async function cancelLines(
  deps: Deps,
  tx: Tx,
  { orderId, lineIds }: Which,
  { reason, by }: { reason: string; by: CanceledBy },
): Promise<void> {
  for (const lineId of lineIds) await cancelLine(deps, tx, { orderId, lineId }, reason)
  await finishOrder(deps, tx, orderId)
  await notifyCanceled(deps, tx, { orderId, lineIds }, by)
}

async function cancelLine(
  deps: Deps,
  tx: Tx,
  { orderId, lineId }: { orderId: number; lineId: number },
  reason: string,
): Promise<void> {
  await tx
    .updateTable('order_lines')
    .set({ canceled_at: deps.clock.now(), reason })
    .where('id', '=', lineId)
    .execute()
  await announceOrder(deps, tx, orderId, lineId)
  await returnStock(tx, orderId, lineId)
  await requestRefund(deps, tx, { orderId, lineId })
}

/**
 * Updates parcels and order after a line was shipped, canceled or finished. When no line of it waits any longer, a parcel is
 * shipped, and the order is shipped, completed or, if all lines are canceled, canceled.
 */
export async function finishOrder(deps: Deps, tx: Tx, orderId: number): Promise<void> {
  const shipped = await markShippedParcels(deps, tx, orderId)
  await markReceivedParcels(deps, tx, orderId)
  await moveFinished(deps, tx, orderId)
  for (const { id } of shipped) await notifyShipped(deps, tx, orderId, id)
}

async function moveFinished(deps: Deps, tx: Tx, orderId: number): Promise<void> {
  const lines = await linesOf(tx, orderId)
  if (lines.some((line) => line.shipped_at === null && line.canceled_at === null)) return
  const left = lines.filter((line) => line.canceled_at === null)
  await moveOrder(deps, tx, orderId, { from: 'PROCESSING', to: left.length > 0 ? 'SHIPPED' : 'CANCELED' })
  if (left.length > 0 && left.every((line) => line.finished_at !== null))
    await moveOrder(deps, tx, orderId, { from: 'SHIPPED', to: 'COMPLETED' })
}

function linesOf(tx: Tx, orderId: number) {
  const lines = tx.selectFrom('order_lines').select(['shipped_at', 'canceled_at', 'finished_at'])
  return lines.where('order_id', '=', orderId).execute()
}

/** Marks the parcels whose last waiting line was just shipped or canceled, and returns them. */
async function markShippedParcels({ clock }: Deps, tx: Tx, orderId: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    update parcels set shipped_at = ${clock.now()}
    where order_id = ${orderId} and shipped_at is null
      and exists (select from order_lines where parcel_id = parcels.id and shipped_at is not null)
      and not exists (
        select from order_lines where parcel_id = parcels.id and shipped_at is null and canceled_at is null)
    returning id`.execute(tx)
  return rows
}

/** Marks the parcels whose last open line was just finished or canceled. Other parcels are confirmed, or complete by time. */
async function markReceivedParcels({ clock }: Deps, tx: Tx, orderId: number): Promise<void> {
  await sql`
    update parcels set received_at = ${clock.now()}
    where order_id = ${orderId} and shipped_at is not null and received_at is null and not exists (
      select from order_lines where parcel_id = parcels.id and canceled_at is null and finished_at is null)`.execute(
    tx,
  )
}
