import type { CartLine } from '@rootsquare/contract/cart'
import { nairaOf } from '@rootsquare/contract/money'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { isOnSale } from '#api/features/market/item-rows.ts'
import type { Viewer } from '#api/http/viewer.ts'

/** In the order they were added. */
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

type LineRow = Awaited<ReturnType<ReturnType<typeof cartLines>['executeTakeFirstOrThrow']>>

/** Of what is not in the market now the name is as the buyer saw it there: a new one may wait for approval. */
export function shapeLine({ id, itemId, count, stock, ...row }: LineRow): CartLine {
  return {
    id,
    itemId,
    name: row.is_on_sale ? row.name : row.known_name,
    imageUrl: row.is_on_sale ? row.image_url : null,
    thumbnailUrl: row.is_on_sale ? row.thumbnail_url : null,
    price: nairaOf(row.price_kobo),
    count,
    stock,
    priceWhenAdded: nairaOf(row.known_kobo),
    available: row.is_on_sale && stock >= count,
  }
}
