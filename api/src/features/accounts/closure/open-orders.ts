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
    union all select from seller_accounts
      join payout_accounts on payout_accounts.member_id = seller_accounts.member_id
      join members on members.id = seller_accounts.member_id
      where seller_accounts.member_id = ${memberId} and held_kobo + available_kobo >= ${minPayoutKobo} and banned_at is null
    limit 1`.execute(db)
  return rows.length > 0
}

export type Unpaid = { kobo: number; hasBankAccount: boolean }

/** Returns the money of a seller's sales that has not left for a bank account. */
export async function findUnpaid(db: Db, memberId: number): Promise<Unpaid> {
  const { rows } = await sql<Unpaid>`
    select held_kobo + available_kobo as kobo,
      exists (select from payout_accounts where payout_accounts.member_id = ${memberId}) as "hasBankAccount"
    from seller_accounts where member_id = ${memberId}`.execute(db)
  return rows[0] ?? { kobo: 0, hasBankAccount: false }
}
