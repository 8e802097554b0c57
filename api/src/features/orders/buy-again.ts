import { sql } from 'kysely'
import { maxCartLines } from '@rootsquare/contract/trade/cart'
import type { ReplyOf } from '@rootsquare/contract/lib/endpoint'
import type { buyAgain as endpoint } from '@rootsquare/contract/trade/orders'
import { countRows } from '#api/db/count-rows.ts'
import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { lockActiveMember } from '#api/domain/lock-member.ts'
import { replaceLine } from '#api/features/cart/cart-lines.ts'
import { isOnSale } from '#api/features/market/items/item-rows.ts'
import { priceFor } from '#api/features/market/items/price-for.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { requireOrder } from './order-rows.ts'

type OrderedItem = {
  /** Null if it cannot be bought now. */
  item_id: number | null
  name: string
  ordered: number
  count: number
  is_in_cart: boolean
}

/** Calls of one buyer run one by one, because the lines of the cart are counted. */
export async function buyAgain(
  deps: Deps,
  viewer: Viewer,
  orderId: number,
): Promise<ReplyOf<typeof endpoint>> {
  return transact(deps.db, async (tx) => {
    await lockActiveMember(deps, tx, viewer)
    await requireOrder(deps, tx, viewer, { orderId })
    const ordered = await lockOrdered(deps, tx, viewer, orderId)
    const added = await takeWhatFits(tx, viewer, ordered)
    await putInCart(deps, tx, viewer, added)
    return {
      added: added.length,
      missing: namesOf(ordered.filter((line) => !added.includes(line))),
      reduced: namesOf(added.filter((line) => line.count < line.ordered)),
    }
  })
}

const namesOf = (lines: OrderedItem[]) => lines.map(({ name }) => name)

/** Locks the items in ascending order, as every statement does that locks several. */
async function lockOrdered(deps: Deps, tx: Tx, viewer: Viewer, orderId: number): Promise<OrderedItem[]> {
  const { rows } = await sql<OrderedItem>`
    with item as materialized (
      select items.id, items.stock from items
      where id in (select item_id from order_lines where order_id = ${orderId}) and stock > 0
        and seller_id <> ${viewer.id} and deleted_at is null and ${isOnSale(deps, viewer)}
      order by id for share
    )
    select item.id as item_id, order_lines.name, order_lines.quantity as ordered,
      least(item.stock, greatest(order_lines.quantity, cart_lines.count)) as count,
      cart_lines.id is not null as is_in_cart
    from order_lines left join item on item.id = order_lines.item_id
      left join cart_lines on cart_lines.item_id = item.id and cart_lines.member_id = ${viewer.id}
    where order_id = ${orderId} order by order_lines.id`.execute(tx)
  return rows
}

/** Selects the items that fit into the cart. An item that is already in it takes no room. */
async function takeWhatFits(tx: Tx, { id }: Viewer, ordered: OrderedItem[]): Promise<OrderedItem[]> {
  let room = maxCartLines - (await countRows(tx.selectFrom('cart_lines').where('member_id', '=', id)))
  return ordered.filter(({ item_id: itemId, is_in_cart: isInCart }) => {
    if (itemId === null) return false
    if (!isInCart) room -= 1
    return isInCart || room >= 0
  })
}

async function putInCart(deps: Deps, tx: Tx, viewer: Viewer, lines: OrderedItem[]): Promise<void> {
  const [ids, counts] = [lines.map(({ item_id: id }) => id), lines.map(({ count }) => count)]
  await sql`
    insert into cart_lines (member_id, item_id, name, price_kobo, count, created_at)
    select ${viewer.id}::bigint, items.id, items.name, ${priceFor(deps, viewer)}, wanted.count, ${deps.clock.now()}::timestamptz
    from unnest(${ids}::bigint[], ${counts}::integer[]) with ordinality wanted (item_id, count, nth)
    join items on items.id = wanted.item_id order by nth
    ${replaceLine}`.execute(tx)
}
