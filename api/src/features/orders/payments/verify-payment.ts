import type { Order } from '@rootsquare/contract/orders'
import type { Deps } from '#api/deps.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { ProviderError } from '#api/ports/payments/payments.ts'
import { requireOrder } from '#api/features/orders/order-rows.ts'
import { settleOpen } from './settle.ts'

/** Checks the payments first, and answers the stored order where the provider does not answer. */
export async function verifyPayment(deps: Deps, viewer: Viewer, reference: string): Promise<Order> {
  const transactionRef = await orderRefOf(deps, reference)
  const { orderId } = await requireOrder(deps, deps.db, viewer, { transactionRef })
  await settleOpen(deps, orderId, { isAgain: true }).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    deps.log.warn({ err: error, order: orderId }, 'the provider could not be asked about a payment')
  })
  return requireOrder(deps, deps.db, viewer, { orderId })
}

/** The provider sends people back with the reference of the page they paid on. */
async function orderRefOf({ db }: Deps, reference: string): Promise<string> {
  const attempt = await db
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select('transaction_ref')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return attempt?.transaction_ref ?? reference
}
