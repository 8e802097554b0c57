import type { CartLine } from '@rootsquare/contract/cart'
import { nairaOf } from '@rootsquare/contract/money'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { isOnSale } from '#api/features/market/items/item-rows.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

export function cartLines(deps: Pick<Deps, 'clock'>, db: Db, viewer: Viewer) {
  return db
    .selectFrom('cart_lines')
    .innerJoin('items', 'items.id', 'cart_lines.item_id')
    .select(['cart_lines.id', 'cart_lines.item_id as itemId', 'cart_lines.count'])
    .select(['cart_lines.name as known_name', 'cart_lines.price_kobo as known_kobo'])
    .select(['items.name', 'items.image_url', 'items.thumbnail_url', 'items.price_kobo', 'items.stock'])
    .select(isOnSale(deps, viewer).as('is_on_sale'))
    .where('cart_lines.member_id', '=', viewer.id)
    .orderBy('cart_lines.id')
}

export type LineRow = Awaited<ReturnType<ReturnType<typeof cartLines>['executeTakeFirstOrThrow']>>

export function shapeLine({ id, itemId, count, is_on_sale: isOnSale, ...row }: LineRow): CartLine {
  return {
    id,
    itemId,
    count,
    priceWhenAdded: nairaOf(row.known_kobo),
    isOnSale,
    available: isOnSale && row.stock >= count,
    ...(isOnSale ? today(row) : asAdded(row)),
  }
}

const today = (row: Omit<LineRow, 'id' | 'itemId' | 'count' | 'is_on_sale'>) => ({
  name: row.name,
  imageUrl: row.image_url,
  thumbnailUrl: row.thumbnail_url,
  price: nairaOf(row.price_kobo),
  stock: row.stock,
})

/** Of what is not in the market now, only what the buyer saw there: the rest may wait for approval. */
const asAdded = (row: Pick<LineRow, 'known_name' | 'known_kobo'>) => ({
  name: row.known_name,
  imageUrl: null,
  thumbnailUrl: null,
  price: nairaOf(row.known_kobo),
  stock: 0,
})
