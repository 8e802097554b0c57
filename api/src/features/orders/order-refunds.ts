import { sql } from 'kysely'
import { nairaOf } from '@rootsquare/contract/lib/money'
import type { Order } from '@rootsquare/contract/trade/orders'
import type { ExtraPayment } from '@rootsquare/contract/trade/refunds'

/** OWN: of the payment of the order, or of the only one, which was not accepted. The others are money that came in addition. */
export type RefundKind = 'OWN' | ExtraPayment['reason']

/**
 * Needs `orders` and `payment_attempts`. A payment that staff refused was settled before the order ended because of that.
 */
export const refundKind = sql<RefundKind>`(case
  when payment_attempts.state = 'PAID'
    or orders.paid_at is null and held_reason is not null and payment_attempts.settled_at <= moved_at then 'OWN'
  when orders.paid_at is not null then 'TWICE'
  else 'LATE'
end)`

export type RefundRow = { kobo: number; state: string; kind: RefundKind; reference: string; at: string }

/** Selects the refunds of all payments of an order, oldest first. Needs `orders`. */
export const refundsOfOrder = sql<RefundRow[]>`(
  select coalesce(json_agg(json_build_object(
    'kobo', refunds.amount_kobo, 'state', refunds.state, 'kind', ${refundKind}, 'reference', reference, 'at', refunds.created_at
  ) order by refunds.id), '[]')
  from refunds join payment_attempts using (reference) where refunds.order_id = orders.id)`

type ShownState = ExtraPayment['state']

export function shownRefundState(state: string): ShownState {
  return state === 'PROCESSED' || state === 'FAILED' ? state : 'PENDING'
}

/** Adds the refunds of the order itself: processed when all are, failed when one is. */
export function shapeRefund(rows: RefundRow[]): Order['refund'] {
  const own = rows.filter(({ kind }) => kind === 'OWN')
  const [first] = own
  if (!first) return null
  const states = own.map(({ state }) => shownRefundState(state))
  const state = (['FAILED', 'PENDING'] as const).find((one) => states.includes(one)) ?? 'PROCESSED'
  return {
    amount: nairaOf(own.reduce((sum, { kobo }) => sum + kobo, 0)),
    state,
    createdDate: timeOf(first.at),
  }
}

export const shapeExtraPayments = (rows: RefundRow[]): ExtraPayment[] =>
  rows.flatMap(({ kobo, state, kind: reason, reference, at }) => {
    if (reason === 'OWN') return []
    const extra = { amount: nairaOf(kobo), state: shownRefundState(state), reason, reference }
    return [{ ...extra, createdDate: timeOf(at) }]
  })

const timeOf = (text: string) => new Date(text).toISOString()
