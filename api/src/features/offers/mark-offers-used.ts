import { sql } from 'kysely'
import { afterCommit, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

type Line = { item_id: number; seller_id: number; price_kobo: number; today_kobo: number }

/** Marks accepted offers as used: a price is valid for one order. The buyer must be locked. */
export async function markOffersUsed(deps: Deps, tx: Tx, viewer: Viewer, lines: Line[]): Promise<void> {
  const cheaper = lines.filter((line) => line.price_kobo < line.today_kobo)
  if (cheaper.length === 0) return
  await tx
    .updateTable('offers')
    .set({ state: 'USED', decided_at: deps.clock.now() })
    .where('buyer_id', '=', viewer.id)
    .where(
      'item_id',
      'in',
      cheaper.map(({ item_id }) => item_id),
    )
    .where('state', '=', 'ACCEPTED')
    .execute()
  afterCommit(tx, () => deps.bus.news([viewer.id, ...cheaper.map(({ seller_id }) => seller_id)]))
}

/**
 * Makes the offers of an order valid again that ends unpaid, until their 24 hours are over. The buyer must be locked. It comes
 * before anything else that locks mailboxes, because its live events lock those of both sides in order of id.
 */
export async function restoreOffers(deps: Deps, tx: Tx, orderId: number): Promise<void> {
  const now = deps.clock.now()
  const { rows } = await sql<{ buyer_id: number; seller_id: number | null }>`
    update offers set state = 'ACCEPTED', decided_at = ${now}
    from orders join order_lines on order_lines.order_id = orders.id
    where orders.id = ${orderId} and offers.valid_until > ${now}
      and offers.id = (
        select used.id from offers used
        where used.item_id = order_lines.item_id and used.buyer_id = orders.buyer_id and used.state = 'USED'
          and used.price_kobo = unit_price_kobo and used.decided_at >= orders.created_at
        order by used.decided_at limit 1)
      and not exists (
        select from offers newer where newer.item_id = offers.item_id and newer.buyer_id = offers.buyer_id
          and newer.state in ('OPEN', 'ACCEPTED'))
    returning offers.buyer_id, order_lines.seller_id`.execute(tx)
  const members = rows.flatMap(({ buyer_id, seller_id }) => [
    buyer_id,
    ...(seller_id === null ? [] : [seller_id]),
  ])
  if (members.length > 0) afterCommit(tx, () => deps.bus.news(members))
}
