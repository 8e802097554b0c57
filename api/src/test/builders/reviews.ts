import type { Insertable } from 'kysely'
import type { Tables } from '#api/db/schema.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildOrder } from '#api/test/builders/orders.ts'
import type { TestApp } from '#api/test/test-app.ts'
import { insertRow } from '#api/test/rows.ts'

type One = { id: number }

/** A purchase that is completed, of a new item unless one is given. */
export async function buildPurchase(app: TestApp, buyer: One, seller: One, item?: One) {
  const { id: itemId } = item ?? (await buildItem(app, seller))
  const { orderId, lineIds } = await buildOrder(app, buyer, [{ item: { id: itemId } }], {
    status: 'COMPLETED',
  })
  return { itemId, orderId, orderLineId: lineIds[0] ?? 0 }
}

/** Inserted into the table, after a purchase. */
export async function buildReview(
  app: TestApp,
  author: One,
  seller: One,
  { item, ...columns }: Partial<Insertable<Tables['reviews']>> & { item?: One } = {},
) {
  const purchase = await buildPurchase(app, author, seller, item)
  const line = { item_id: purchase.itemId, order_line_id: purchase.orderLineId }
  const { id } = await insertRow(app.deps.db, 'reviews', {
    ...line,
    seller_id: seller.id,
    author_id: author.id,
    rating: 4,
    body: 'As described',
    created_at: app.clock.now(),
    ...columns,
  })
  return { id, ...purchase }
}
