import { z } from 'zod'
import type { Order } from '@rootsquare/contract/trade/orders'
import type { Deps } from '#api/deps.ts'
import { conflict } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { job } from '#api/jobs/job.ts'
import { tryEach } from '#api/jobs/try-each.ts'
import { ProviderError } from '#api/ports/payments/payments.ts'
import { providerUnavailable } from '#api/features/orders/provider-unavailable.ts'
import { endUnpaid, type EndResult } from '#api/features/orders/payments/end-unpaid.ts'
import { alreadyPaid, notPending, paymentHeld, requireOrder } from './order-rows.ts'

export async function cancelOrder(deps: Deps, viewer: Viewer, orderId: number): Promise<Order> {
  const { orderStatus, held } = await requireOrder(deps, deps.db, viewer, { orderId })
  if (orderStatus !== 'PENDING')
    throw conflict('Only an order that is not paid yet can be canceled.', 'NOT_PENDING')
  if (held) throw paymentHeld()
  const ended = await endUnpaid(deps, orderId, 'CANCELED').catch((error: unknown) => {
    throw error instanceof ProviderError ? cannotAsk() : error
  })
  rejectUnlessEnded(ended)
  return requireOrder(deps, deps.db, viewer, { orderId })
}

const cannotAsk = () =>
  providerUnavailable(
    'We could not ask whether this order has been paid. Please try again in a moment.',
    503,
    {
      'retry-after': '30',
    },
  )

function rejectUnlessEnded(ended: EndResult): void {
  if (ended === 'paid') throw alreadyPaid()
  if (ended === 'held') throw paymentHeld()
  if (ended === 'over') throw notPending()
  if (ended === 'busy')
    throw conflict('A payment page has just been opened. Please try again in a moment.', 'BUSY')
}

/** Cancels the open orders of a banned member. Paid orders continue, and held ones wait for an admin. */
export const cancelPendingOrders = job({
  name: 'cancel-pending-orders',
  payload: z.object({ memberId: z.int() }),
  async run(deps, { memberId }) {
    const orders = await deps.db
      .selectFrom('orders')
      .select('id')
      .where('buyer_id', '=', memberId)
      .where('status', '=', 'PENDING')
      .where('held_at', 'is', null)
      .execute()
    await tryEach(orders, ({ id }) => cancelPending(deps, id), 'orders of a banned member are still open.')
  },
})

/** Cancels an order of a banned member. Throws if a page was opened at this moment, so that the job runs again. */
async function cancelPending(deps: Deps, orderId: number): Promise<void> {
  const ended = await endUnpaid(deps, orderId, 'CANCELED')
  if (ended === 'busy') throw new Error(`A payment page of order ${orderId} has just been opened.`)
}
