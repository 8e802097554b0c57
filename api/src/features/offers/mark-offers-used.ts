import { sql } from 'kysely'
import { afterCommit, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

type Line = { item_id: number; seller_id: number; price_kobo: number; today_kobo: number }

/** Marks accepted offers as used by this order: a price is valid for one order. The buyer must be locked. */
export async function markOffersUsed(
  deps: Deps,
  tx: Tx,
  viewer: Viewer,
  { orderId, lines }: { orderId: number; lines: Line[] },
): Promise<void> {
  const cheaper = lines.filter((line) => line.price_kobo < line.today_kobo)
  if (cheaper.length === 0) return
  await sql`
    with used as (
      update offers set state = 'USED', decided_at = ${deps.clock.now()}
      where buyer_id = ${viewer.id} and item_id = any(${cheaper.map(({ item_id }) => item_id)}::bigint[]) and state = 'ACCEPTED'
      returning id
    )
    insert into offer_uses (order_id, offer_id) select ${orderId}::bigint, id from used`.execute(tx)
  afterCommit(tx, () => deps.bus.news([viewer.id, ...cheaper.map(({ seller_id }) => seller_id)]))
}

/** Selects the ids of the offers that an order used. */
const usedBy = (orderId: number) => sql`select offer_id from offer_uses where order_id = ${orderId}`

/**
 * Locks the buyer's offers for the items that the order has at an accepted price, so that endings and late payments of orders
 * with these items run one by one. Returns whether there are any.
 */
async function lockOffersOf(tx: Tx, orderId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from offers
    where (buyer_id, item_id) in (select buyer_id, item_id from offers where id in (${usedBy(orderId)}))
    order by id for no key update`.execute(tx)
  return rows.length > 0
}

/**
 * Makes the offers of an order valid again that ends unpaid, until their 24 hours are over, unless the buyer has a newer offer
 * for the item. The buyer must be locked. It comes before anything else that locks mailboxes, because its live events lock those
 * of both sides in order of id.
 */
export async function restoreOffers(deps: Deps, tx: Tx, orderId: number): Promise<void> {
  if (!(await lockOffersOf(tx, orderId))) return
  const now = deps.clock.now()
  const { rows } = await sql<MovedOffer>`
    update offers set state = 'ACCEPTED', decided_at = ${now}
    where id in (${usedBy(orderId)}) and state = 'USED' and valid_until > ${now}
      and not exists (
        select from offers newer where newer.item_id = offers.item_id and newer.buyer_id = offers.buyer_id
          and newer.state in ('OPEN', 'ACCEPTED'))
    returning ${bothSides}`.execute(tx)
  notifyPages(deps, tx, rows)
}

type MovedOffer = { sides: number[] }
const bothSides = sql`array[buyer_id, (select seller_id from items where items.id = item_id)] as sides`

function notifyPages({ bus }: Deps, tx: Tx, moved: MovedOffer[]): void {
  if (moved.length > 0) afterCommit(tx, () => bus.news(moved.flatMap(({ sides }) => sides)))
}

/** Whether no other order that is paid, or can be paid, has used an accepted price of this order since it ended. */
export async function areOffersFree(tx: Tx, orderId: number): Promise<boolean> {
  if (!(await lockOffersOf(tx, orderId))) return true
  const { rows } = await sql`
    select from offer_uses join orders on orders.id = order_id
    where offer_id in (${usedBy(orderId)}) and order_id <> ${orderId} and (status = 'PENDING' or paid_at is not null)
    limit 1`.execute(tx)
  return rows.length === 0
}

/** Marks the offers of an order that is paid after its end as used again. */
export async function markOffersUsedAgain(deps: Deps, tx: Tx, orderId: number): Promise<void> {
  const { rows } = await sql<MovedOffer>`
    update offers set state = 'USED', decided_at = ${deps.clock.now()}
    where id in (${usedBy(orderId)}) and state in ('ACCEPTED', 'LAPSED') returning ${bothSides}`.execute(tx)
  notifyPages(deps, tx, rows)
}
