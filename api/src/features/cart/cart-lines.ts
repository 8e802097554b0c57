import { sql } from 'kysely'
import type { CartLine } from '@rootsquare/contract/trade/cart'
import { nairaOf } from '@rootsquare/contract/lib/money'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { isOnSale } from '#api/features/market/items/item-rows.ts'
import { priceFor } from '#api/features/market/items/price-for.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

/**
 * Replaces the line of an item that is already in the cart. The same count again leaves the old price, so that a repeated call
 * does not hide a price change.
 */
export const replaceLine = sql`
  on conflict (member_id, item_id) do update set name = excluded.name, count = excluded.count,
    price_kobo = case cart_lines.count when excluded.count then cart_lines.price_kobo else excluded.price_kobo end`

export function cartLines(deps: Pick<Deps, 'clock'>, db: Db, viewer: Viewer) {
  return db
    .selectFrom('cart_lines')
    .innerJoin('items', 'items.id', 'cart_lines.item_id')
    .innerJoin('members as seller', 'seller.id', 'items.seller_id')
    .select(['cart_lines.id', 'cart_lines.item_id as itemId', 'cart_lines.count'])
    .select(['cart_lines.name as known_name', 'cart_lines.price_kobo as known_kobo'])
    .select(['items.name', 'items.image_url', 'items.thumbnail_url', 'items.stock'])
    .select(['items.price_kobo as list_kobo', priceFor(deps, viewer).as('price_kobo')])
    .select(['items.seller_id', 'seller.username as seller_username'])
    .select(isOnSale(deps, viewer).as('is_on_sale'))
    .where('cart_lines.member_id', '=', viewer.id)
    .orderBy('cart_lines.id')
}

export type CartLineRow = Awaited<ReturnType<ReturnType<typeof cartLines>['executeTakeFirstOrThrow']>>

export function shapeCartLine({ id, itemId, count, is_on_sale: isOnSale, ...row }: CartLineRow): CartLine {
  return {
    id,
    itemId,
    count,
    priceWhenAdded: nairaOf(row.known_kobo),
    isOnSale,
    available: isOnSale && row.stock >= count,
    ...(isOnSale ? today(row) : asAdded(row)),
    sellerId: row.seller_id,
    sellerUsername: row.seller_username,
  }
}

const today = (row: Omit<CartLineRow, 'id' | 'itemId' | 'count' | 'is_on_sale'>) => ({
  name: row.name,
  imageUrl: row.image_url,
  thumbnailUrl: row.thumbnail_url,
  price: nairaOf(row.price_kobo),
  listPrice: nairaOf(row.list_kobo),
  stock: row.stock,
})

/** Shows an item that is not on sale as the buyer saw it, because its new content may wait for approval. */
const asAdded = (row: Pick<CartLineRow, 'known_name' | 'known_kobo'>) => ({
  name: row.known_name,
  imageUrl: null,
  thumbnailUrl: null,
  price: nairaOf(row.known_kobo),
  listPrice: nairaOf(row.known_kobo),
  stock: 0,
})
