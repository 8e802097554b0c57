import { sql, type RawBuilder } from 'kysely'
import { orderProblems, type OrderProblem } from '@rootsquare/contract/trade/admin-orders'
import { shipWithinDays } from '@rootsquare/contract/trade/orders'
import { isLockedOutLong } from '#api/domain/long-lock-out.ts'
import { inDays } from '#api/ports/clock/clock.ts'

/** Selects the ids of all orders with a problem. Each statement has an index that contains few other rows. */
const ordersWith: Record<OrderProblem, (now: Date) => RawBuilder<unknown>> = {
  HELD: () => sql`select order_id as id from payment_attempts where state = 'HELD'`,
  REFUND_FAILED: () => sql`select order_id as id from refunds where state in ('FAILED', 'NEEDS_ATTENTION')`,
  // When no line waits any longer, the order is no longer PROCESSING.
  LATE: (now) => sql`select id from orders
    where status = 'PROCESSING' and paid_at <= ${inDays(now, -shipWithinDays)}::timestamptz`,
  DISPUTED: () => sql`select order_id as id from disputes where state = 'OPEN'`,
  // Of paid ones, only those about which the provider has contradicted itself have a reason, which is shown as long as they are polled.
  PAYOUT_FAILED: () => sql`select order_id as id from order_lines join payouts on payouts.id = payout_id
    where payouts.state in ('FAILED', 'REVERSED')
    union all select order_id from order_lines join payouts on payouts.id = payout_id
    where payouts.state = 'PAID' and why is not null and payouts.next_poll_at is not null`,
  // A line that was decided for the buyer is settled.
  SELLER_LOCKED: (now) => sql`select order_id as id from order_lines join members on members.id = seller_id
    where shipped_at is not null and canceled_at is null and released_at is null and refunded_kobo < total_kobo
      and ${isLockedOutLong(now)}`,
}

/** A condition on a row of `orders`. */
export const hasProblem = (problem: OrderProblem, now: Date) =>
  sql<boolean>`orders.id in (${ordersWith[problem](now)})`

/** Selects all problems of a row of `orders`. Used only for the few orders of a page. */
export function problemsOf(now: Date): RawBuilder<OrderProblem[]> {
  const each = orderProblems.map(
    (problem) => sql`case when exists (
      select from (${ordersWith[problem](now)}) as found where found.id = orders.id) then ${problem}::text end`,
  )
  return sql<OrderProblem[]>`array_remove(array[${sql.join(each)}], null)`
}
