import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'

/**
 * Returns whether a member is the buyer or seller of an unfinished order, refund or dispute, or has a payout on its way to
 * a bank account. Unpaid orders end by themselves within an hour.
 */
export async function hasOpenOrders(db: Db, memberId: number): Promise<boolean> {
  const { rows } = await sql`
    select from (
      select id, status from orders where buyer_id = ${memberId}
      union all
      select id, status from orders where id in (select order_id from order_lines where seller_id = ${memberId})
    ) orders
    where (status in ('PENDING', 'PROCESSING', 'SHIPPED') or exists (
        select from refunds where order_id = orders.id
          and (state in ('ASKED', 'PENDING', 'NEEDS_ATTENTION') or state = 'FAILED' and next_poll_at is not null)
        union all select from payment_attempts where order_id = orders.id and state = 'HELD'
        union all select from disputes where order_id = orders.id and state = 'OPEN'
          and ${memberId} in (buyer_id, seller_id)))
    union all select from payouts where member_id = ${memberId} and state in ('PENDING', 'SENT')
    limit 1`.execute(db)
  return rows.length > 0
}
