import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Tx } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import type { Deps } from '#api/deps.ts'
import { unauthenticated } from '#api/http/api-error.ts'
import { rejectLockedOut } from '#api/http/auth/viewer.ts'
import type { LockOut, Viewer } from '#api/http/auth/viewer.ts'
import { noSuchOrder } from './order-rows.ts'

export type LockedOrder = Pick<
  Selectable<Tables['orders']>,
  'id' | 'status' | 'buyer_id' | 'paid_at' | 'held_at' | 'moved_at' | 'total_kobo' | 'transaction_ref'
>

type LockedRow = LockedOrder & LockOut & { viewer_id: number | null }

/**
 * Locks buyer and sellers before the order, so that nobody of them is banned or erased meanwhile: see
 * domain/lock-member.ts. Rejects a viewer who is locked out. What belongs to the order is read afterwards, because this
 * statement sees only the locked rows as they are after a wait.
 */
export async function lockOrder(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  orderId: number,
  viewer: Viewer | null = null,
): Promise<LockedOrder> {
  const viewerId = sql`${viewer?.id ?? null}::bigint`
  const { rows } = await sql<LockedRow>`
    with people as materialized (
      select id, banned_at, ban_reason, suspended_until, suspension_reason from members
      where id in (
        select buyer_id from orders where id = ${orderId}
        union select seller_id from order_lines where order_id = ${orderId}
        union select ${viewerId})
      order by id for share
    )
    select orders.id, status, buyer_id, paid_at, held_at, moved_at, total_kobo, transaction_ref, own.id as viewer_id,
      own.banned_at, own.ban_reason, own.suspended_until, own.suspension_reason
    from orders left join people own on own.id = ${viewerId}
    -- The count locks all of them first.
    where orders.id = ${orderId} and (select count(*) from people) >= 0
    for update of orders`.execute(tx)
  const [order] = rows
  if (!order) throw noSuchOrder()
  if (viewer && order.viewer_id === null) throw unauthenticated()
  rejectLockedOut(order, clock.now())
  return order
}
