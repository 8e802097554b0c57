import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { areOffersFree, markOffersUsedAgain } from '#api/features/offers/mark-offers-used.ts'
import { retakeStock } from '#api/features/orders/checkout/stock.ts'
import type { LockedOrder } from '#api/features/orders/lock-order.ts'

/** Returns whether the order can be paid. One that ended unpaid can, if its buyer exists and it could be taken up again. */
export async function canStillPay(
  deps: Deps,
  tx: Tx,
  { id, status, paid_at, buyer_id }: LockedOrder,
): Promise<boolean> {
  if (paid_at !== null || buyer_id === null) return false
  return status === 'PENDING' || takeUpAgain(deps, tx, id)
}

/** Takes the accepted prices and the stock of an order that ended, all of it or nothing. Returns whether it could. */
async function takeUpAgain(deps: Deps, tx: Tx, orderId: number): Promise<boolean> {
  if (!(await areOffersFree(tx, orderId))) return false
  if (!(await retakeStock(tx, orderId))) return false
  await markOffersUsedAgain(deps, tx, orderId)
  return true
}
