import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { restoreOffers } from '#api/features/offers/mark-offers-used.ts'
import { lockOrder } from '#api/features/orders/lock-order.ts'
import { moveOrder } from '#api/features/orders/move-order.ts'
import { notifyEnded } from '#api/features/orders/notify/order-messages.ts'
import { settleOpenPayments } from './settle.ts'
import { returnStock } from '#api/features/orders/checkout/stock.ts'

/** `paid`: the order continues. `over`: it had already ended. `busy`: a new page has not been checked yet. */
export type EndResult = 'ended' | 'paid' | 'held' | 'over' | 'busy'

/**
 * Checks every open page of an order, and ends the order if none was paid. If the
 * provider does not answer, throws ProviderError and changes nothing.
 */
export async function endUnpaid(deps: Deps, orderId: number, to: 'CANCELED' | 'FAILED'): Promise<EndResult> {
  const settledReferences = await settleOpenPayments(deps, orderId)
  return transact(deps.db, async (tx) => {
    const { status, paid_at, held_at } = await lockOrder(deps, tx, orderId)
    if (status !== 'PENDING') return paid_at === null ? 'over' : 'paid'
    if (held_at !== null) return 'held'
    if (await hasOpenBesides(tx, orderId, settledReferences)) return 'busy'
    await restoreOffers(deps, tx, orderId)
    await moveOrder(deps, tx, orderId, { from: 'PENDING', to })
    await returnStock(tx, orderId)
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
