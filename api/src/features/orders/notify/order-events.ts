import { sql } from 'kysely'
import { afterCommit, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { lineState } from '#api/features/orders/order-rows.ts'

/**
 * Writes live events about one line or all lines for the order pages of the buyer and, after the payment, the sellers. They are
 * stored in the same transaction, so that a page that was offline gets them later. The members' mailboxes are locked in the
 * order of ids, as everywhere.
 */
export async function announceOrder(
  { clock, bus }: Pick<Deps, 'clock' | 'bus'>,
  tx: Tx,
  orderId: number,
  lineId: number | null = null,
): Promise<void> {
  const now = clock.now()
  const { rows } = await sql<{ member_id: number }>`
    with changes as (
      select buyer_id as member_id, id, status as state from orders where id = ${orderId} and buyer_id is not null
      union all
      select seller_id, order_lines.id, ${lineState} from order_lines join orders on orders.id = order_id
      where order_id = ${orderId} and paid_at is not null and seller_id is not null
        and (${lineId}::bigint is null or order_lines.id = ${lineId})
    ), boxes as (
      insert into mailboxes as box (member_id, last_event, last_at)
        select member_id, count(*), ${now}::timestamptz from changes group by member_id order by member_id
        on conflict (member_id) do update
          set last_event = box.last_event + excluded.last_event, last_at = greatest(box.last_at, excluded.last_at)
        returning member_id, last_event
    ), events as (
      insert into live_events (member_id, number, kind, other_id, state, created_at)
        select member_id, last_event + 1 - row_number() over (partition by member_id order by id desc), 'order', id, state,
          ${now}::timestamptz
        from changes join boxes using (member_id)
    )
    select member_id from boxes`.execute(tx)
  afterCommit(tx, () => bus.news(rows.map(({ member_id }) => member_id)))
}
