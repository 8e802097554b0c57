import type { BodyOf } from '@rootsquare/contract/lib/endpoint'
import type { moveLine as endpoint, SellerOrder } from '@rootsquare/contract/trade/orders'
import { transact, type Db, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { lockOrder } from '#api/features/orders/lock-order.ts'
import { announceOrder } from '#api/features/orders/notify/order-events.ts'
import { cancelLines, finishOrder, rejectUnlessOpen } from './line-moves.ts'
import { lineState } from '#api/features/orders/order-rows.ts'
import { soldLineOf } from './seller-orders.ts'

type Which = { orderId: number; lineId: number; parcelId: number }
type Move = BodyOf<typeof endpoint>
type Shipping = Extract<Move, { state: 'SHIPPED' }>

/** Ships a line of the seller, or the whole parcel, or declines the line. Of two calls at once the second is rejected. */
export async function moveLine(deps: Deps, viewer: Viewer, lineId: number, body: Move): Promise<SellerOrder> {
  return transact(deps.db, async (tx) => {
    const { order_id: orderId } = await requireLine(tx, viewer, lineId)
    const order = await lockOrder(deps, tx, orderId, viewer)
    const { state, parcel_id: parcelId } = await requireLine(tx, viewer, lineId)
    rejectUnlessOpen(order.status, state)
    if (body.state === 'SHIPPED') await ship(deps, tx, { orderId, lineId, parcelId }, body)
    else await cancelLines(deps, tx, { orderId, lineIds: [lineId] }, { reason: body.reason, by: 'seller' })
    return soldLineOf(deps, tx, viewer, lineId)
  })
}

async function requireLine(db: Db, viewer: Viewer, lineId: number) {
  const line = await db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['order_id', 'parcel_id', lineState.as('state')])
    .where('order_lines.id', '=', lineId)
    .where('seller_id', '=', viewer.id)
    .executeTakeFirst()
  if (!line) throw notFound('There is no such order.')
  return line
}

async function ship(
  deps: Deps,
  tx: Tx,
  { orderId, lineId, parcelId }: Which,
  { note, carrier, trackingNumber, wholeParcel = false }: Shipping,
): Promise<void> {
  await saveTracking(tx, parcelId, { carrier, trackingNumber })
  await tx
    .updateTable('order_lines')
    .set({ shipped_at: deps.clock.now(), note: note || null })
    .where('parcel_id', '=', parcelId)
    .where('shipped_at', 'is', null)
    .where('canceled_at', 'is', null)
    .$if(!wholeParcel, (lines) => lines.where('id', '=', lineId))
    .execute()
  await announceOrder(deps, tx, orderId, wholeParcel ? null : lineId)
  await finishOrder(deps, tx, orderId)
}

/** Saves carrier and tracking number. An omitted value leaves the stored one. */
async function saveTracking(
  tx: Tx,
  parcelId: number,
  { carrier, trackingNumber }: Pick<Shipping, 'carrier' | 'trackingNumber'>,
): Promise<void> {
  if (!carrier && !trackingNumber) return
  await tx
    .updateTable('parcels')
    .set({ ...(carrier && { carrier }), ...(trackingNumber && { tracking_number: trackingNumber }) })
    .where('id', '=', parcelId)
    .execute()
}
