import { sql } from 'kysely'
import { maxCartLines, type CartLine } from '@rootsquare/contract/trade/cart'
import { countRows } from '#api/db/count-rows.ts'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { activeWriter, writeAs } from '#api/domain/write-as.ts'
import { isOnSale, noSuchItem } from '#api/features/market/items/item-rows.ts'
import { priceFor } from '#api/features/market/items/price-for.ts'
import { conflict, invalid, notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { cartLines, replaceLine, shapeCartLine, type CartLineRow } from './cart-lines.ts'

export async function getCart(deps: Deps, viewer: Viewer): Promise<CartLine[]> {
  const rows = await cartLines(deps, deps.db, viewer).execute()
  return rows.map(shapeCartLine)
}

type NewLine = { itemId: number; count: number }

export async function addToCart(deps: Deps, viewer: Viewer, line: NewLine): Promise<CartLine> {
  const written = await writeAs(
    deps,
    viewer,
    (writer) => putInCart(deps, writer, line),
    (writer) => rejectLine(deps, writer, line),
  )
  return shapeCartLine(written)
}

/**
 * Calls of one buyer run one by one, because the lines are counted and two tabs must end in one line. The locked item makes this
 * wait for an earlier ban of the seller or deletion; a later one finds the line and removes it.
 */
async function putInCart(deps: Deps, viewer: Viewer, { itemId, count }: NewLine) {
  const now = deps.clock.now()
  const { rows } = await sql<CartLineRow>`
    with writer as (${activeWriter(viewer, now)}), item as materialized (
      select id, name, price_kobo as list_kobo, ${priceFor(deps, viewer)} as price_kobo, stock, image_url, thumbnail_url, seller_id
      from items
      where id = ${itemId} and exists (select from writer) and stock >= ${count}
        and seller_id <> ${viewer.id} and deleted_at is null and ${isOnSale(deps, viewer)}
      for share of items
    ), line as (
      insert into cart_lines (member_id, item_id, name, price_kobo, count, created_at)
      select ${viewer.id}::bigint, id, name, price_kobo, ${count}::integer, ${now}::timestamptz from item
      where cart_has_room(${viewer.id}, id, ${maxCartLines})
      ${replaceLine}
      returning id, item_id, count, name, price_kobo
    )
    select line.id, line.item_id as "itemId", line.count, line.name as known_name, line.price_kobo as known_kobo,
      item.name, item.image_url, item.thumbnail_url, item.list_kobo, item.price_kobo, item.stock, true as is_on_sale,
      item.seller_id, (select username from members where id = item.seller_id) as seller_username
    from line, item`.execute(deps.db)
  return rows[0]
}

/** Finds the reason why nothing was written, so that the buyer gets a clear error. */
async function rejectLine(deps: Deps, viewer: Viewer, { itemId, count }: NewLine): Promise<void> {
  const item = await deps.db
    .selectFrom('items')
    .select(['seller_id', 'name', 'stock'])
    .where('id', '=', itemId)
    .where('deleted_at', 'is', null)
    .where((row) => row.or([isOnSale(deps, viewer), row('seller_id', '=', viewer.id)]))
    .executeTakeFirst()
  if (!item) throw noSuchItem()
  if (item.seller_id === viewer.id) throw invalid({ itemId: 'You cannot buy your own item.' })
  if (item.stock < count) throw conflict(stockText(item), 'OUT_OF_STOCK')
  await rejectFull(deps.db, viewer, itemId)
}

export async function removeFromCart(db: Db, viewer: Viewer, lineId: number): Promise<null> {
  const { numDeletedRows } = await db
    .deleteFrom('cart_lines')
    .where('id', '=', lineId)
    .where('member_id', '=', viewer.id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('This is no longer in your cart.')
  return null
}

export function stockText({ name, stock }: { name: string; stock: number }): string {
  if (stock <= 0) return `${name} is out of stock.`
  return stock === 1 ? `There is only 1 left of ${name}.` : `There are only ${stock} left of ${name}.`
}

async function rejectFull(db: Db, { id }: Viewer, itemId: number): Promise<void> {
  const others = db.selectFrom('cart_lines').where('member_id', '=', id).where('item_id', '<>', itemId)
  if ((await countRows(others)) < maxCartLines) return
  throw conflict(`Your cart has ${maxCartLines} items, and is full.`, 'CART_FULL')
}
