import { sql } from 'kysely'
import { minPayoutKobo } from '@rootsquare/contract/lib/money'
import type { Db } from '#api/db/db.ts'

/**
 * Returns whether a member is the buyer or seller of an unfinished order, refund or dispute, has money that is on its
 * way to a bank account or will be sent to it. Unpaid orders end by themselves within an hour.
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
  return rows.length > 0 || (await findUnpaid(db, memberId)).willBeSent
}

export type Unpaid = { kobo: number; willBeSent: boolean }

/** Returns the money of a seller's sales that has not left for a bank account, and whether payouts will bring it there. */
export async function findUnpaid(db: Db, memberId: number): Promise<Unpaid> {
  const { rows } = await sql<Unpaid>`
    select held_kobo + available_kobo as kobo,
      held_kobo + available_kobo >= ${minPayoutKobo} and banned_at is null
        and exists (select from payout_accounts where payout_accounts.member_id = members.id) as "willBeSent"
    from seller_accounts join members on members.id = member_id where member_id = ${memberId}`.execute(db)
  return rows[0] ?? { kobo: 0, willBeSent: false }
}
