import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { lockOrder } from '#api/features/orders/lock-order.ts'
import { moveOrder } from '#api/features/orders/move-order.ts'
import { notifyEnded } from '#api/features/orders/notify/order-messages.ts'
import { settleOpen } from './settle.ts'
import { giveBackStock } from '#api/features/orders/checkout/stock.ts'

/** `paid`: the order goes on. `over`: it had ended before. `busy`: a page was opened that is not checked yet. */
export type EndResult = 'ended' | 'paid' | 'held' | 'over' | 'busy'

/**
 * Ends an order that nobody has paid, after a check of every open page. Throws ProviderError, and leaves the order as it
 * is, where the provider does not answer.
 */
export async function endUnpaid(deps: Deps, orderId: number, to: 'CANCELED' | 'FAILED'): Promise<EndResult> {
  const settledReferences = await settleOpen(deps, orderId)
  return transact(deps.db, async (tx) => {
    const { status, paid_at, held_at } = await lockOrder(deps, tx, orderId)
    if (status !== 'PENDING') return paid_at === null ? 'over' : 'paid'
    if (held_at !== null) return 'held'
    if (await hasOpenBesides(tx, orderId, settledReferences)) return 'busy'
    await moveOrder(deps, tx, orderId, { from: 'PENDING', to })
    await giveBackStock(tx, orderId)
    await notifyEnded(deps, tx, orderId, to)
    return 'ended'
  })
}

async function hasOpenBesides(tx: Tx, orderId: number, settledReferences: string[]): Promise<boolean> {
  const open = await tx
    .selectFrom('payment_attempts')
    .select('reference')
    .where('order_id', '=', orderId)
    .where('state', '=', 'OPEN')
    .execute()
  return open.some(({ reference }) => !settledReferences.includes(reference))
}
