import { sql } from 'kysely'
import { z } from 'zod'
import { confirmWithinDays, type Order } from '@rootsquare/contract/trade/orders'
import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { tryEach } from '#api/jobs/try-each.ts'
import { conflict } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { job } from '#api/jobs/job.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { finishOrder } from './line-moves.ts'
import { lockOrder } from '#api/features/orders/lock-order.ts'
import { announceOrder } from '#api/features/orders/notify/order-events.ts'
import { notifyReceived } from '#api/features/orders/notify/order-messages.ts'
import { noSuchOrder, requireOrder } from '#api/features/orders/order-rows.ts'

/** Confirms the whole order, or the parcel of one seller. */
export async function confirmOrder(
  deps: Deps,
  viewer: Viewer,
  orderId: number,
  sellerId?: number,
): Promise<Order> {
  return transact(deps.db, async (tx) => {
    await requireOrder(deps, tx, viewer, { orderId })
    await lockOrder(deps, tx, orderId, viewer)
    const order = await requireOrder(deps, tx, viewer, { orderId })
    const parcel = order.parcels.find((one) => one.sellerId === sellerId)
    if (sellerId !== undefined && !parcel) throw noSuchOrder()
    rejectUnlessShipped(parcel?.state ?? order.orderStatus)
    if (!(parcel ?? order).can.confirm) throw disputeOpen()
    await receive(deps, tx, { orderId, sellerId, by: 'buyer' })
    return requireOrder(deps, tx, viewer, { orderId })
  })
}

function rejectUnlessShipped(state: Order['orderStatus']): void {
  if (state === 'COMPLETED') throw conflict('This order is completed already.', 'ALREADY_COMPLETED')
  if (state !== 'SHIPPED') throw conflict('Not everything of this order has been shipped.', 'NOT_SHIPPED')
}

const disputeOpen = () =>
  conflict('You have said that something is wrong with this. It waits for a decision.', 'DISPUTE_OPEN')

/** Needs `parcels`. */
const isDisputed = sql<boolean>`exists (select from order_lines where parcel_id = parcels.id and is_disputed)`

type Received = { orderId: number; sellerId?: number; shippedBefore?: Date; by: 'buyer' | 'time' }

/** Finishes the shipped parcels of a locked order. The last of them finishes the order. */
async function receive(deps: Deps, tx: Tx, received: Received): Promise<void> {
  const { orderId, sellerId, shippedBefore, by } = received
  const now = deps.clock.now()
  const parcels = await tx
    .updateTable('parcels')
    .set({ received_at: now })
    .where('order_id', '=', orderId)
    .where('shipped_at', 'is not', null)
    .where('received_at', 'is', null)
    .where(({ not }) => not(isDisputed))
    .$if(sellerId !== undefined, (open) => open.where('seller_id', '=', sellerId ?? 0))
    .$if(shippedBefore !== undefined, (open) => open.where('shipped_at', '<=', shippedBefore ?? now))
    .returning(['id', 'seller_id'])
    .execute()
  // The buyer confirmed at this moment, or another node was faster.
  if (parcels.length === 0) return
  // Sorted by seller, because a trigger counts the sales of each: two orders of the same sellers must not deadlock.
  const bySeller = parcels.toSorted((one, other) => (one.seller_id ?? 0) - (other.seller_id ?? 0))
  const parcelIds = bySeller.map(({ id }) => id)
  for (const id of parcelIds) await finishLines(tx, id, now)
  await announceOrder(deps, tx, orderId)
  await finishOrder(deps, tx, orderId)
  await notifyReceived(deps, tx, { orderId, parcelIds }, by)
}

async function finishLines(tx: Tx, parcelId: number, now: Date): Promise<void> {
  await tx
    .updateTable('order_lines')
    .set({ finished_at: now })
    .where('parcel_id', '=', parcelId)
    .where('canceled_at', 'is', null)
    .where('finished_at', 'is', null)
    .execute()
}

const batchSize = 1000

/** Completes parcels that nobody has confirmed or disputed within `confirmWithinDays`. */
export const completeShipped = job({
  name: 'complete-shipped',
  payload: z.looseObject({}),
  cron: '17 * * * *',
  async run(deps) {
    const shippedBefore = inDays(deps.clock.now(), -confirmWithinDays)
    const due = await deps.db
      .selectFrom('parcels')
      .select('order_id')
      .where('received_at', 'is', null)
      .where(({ not }) => not(isDisputed))
      .where('shipped_at', '<=', shippedBefore)
      .orderBy('shipped_at')
      .limit(batchSize)
      .execute()
    const complete = (orderId: number) =>
      transact(deps.db, async (tx) => {
        await lockOrder(deps, tx, orderId)
        await receive(deps, tx, { orderId, shippedBefore, by: 'time' })
      }).catch((error: unknown) => {
        deps.log.error({ err: error, orderId }, 'an order could not be completed')
        throw error
      })
    await tryEach(new Set(due.map(({ order_id }) => order_id)), complete, 'orders could not be completed.')
  },
})
