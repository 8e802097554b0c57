import { nextStates, type OrderState } from '@rootsquare/contract/trade/orders'
import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { announceOrder } from './notify/order-events.ts'

/** PROCESSING is missing because only a payment moves an order there. */
type Moves = { from: OrderState; to: Exclude<OrderState, 'PENDING' | 'PROCESSING'> }

/** Moves the order unless it has left `from`: of two racing moves, one finds no row. */
export async function moveOrder(
  deps: Pick<Deps, 'clock' | 'bus'>,
  tx: Tx,
  orderId: number,
  { from, to }: Moves,
): Promise<boolean> {
  if (!nextStates[from].includes(to)) return false
  const now = deps.clock.now()
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ status: to, moved_at: now, held_at: null })
    .$if(to === 'SHIPPED', (query) => query.set({ shipped_at: now }))
    .where('id', '=', orderId)
    .where('status', '=', from)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await announceOrder(deps, tx, orderId)
  return true
}
