import { sql } from 'kysely'
import type { OrderState } from '@rootsquare/contract/trade/orders'
import type { NewReview } from '@rootsquare/contract/trade/reviews'
import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { shareBothMembers } from '#api/domain/lock-member.ts'
import { lineState } from '#api/features/orders/order-rows.ts'
import { conflict, notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { putImages } from './review-images.ts'
import { notifyReviewed } from './review-notifications.ts'
import { requireReview, shapeReview } from './review-rows.ts'

/** Accepts a review across a block, because otherwise a seller could block a buyer who is going to complain. */
export async function createReview(
  deps: Deps,
  viewer: Viewer,
  itemId: number,
  { orderLineId, rating, text, images }: NewReview,
) {
  return transact(deps.db, async (tx) => {
    const { seller_id, state } = await requireLine(tx, viewer, { itemId, orderLineId })
    if (state !== 'COMPLETED')
      throw conflict('You can review this once the order is completed.', 'NOT_COMPLETED')
    await shareBothMembers(deps, tx, viewer, seller_id)
    if (!(await markReviewed(deps, tx, orderLineId)))
      throw conflict('You have reviewed this purchase already.', 'ALREADY_REVIEWED')
    const ids = { item_id: itemId, seller_id, author_id: viewer.id, order_line_id: orderLineId }
    const { id } = await tx
      .insertInto('reviews')
      .values({ ...ids, rating, body: text, created_at: deps.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await putImages(deps, tx, viewer, { reviewId: id, urls: images ?? [] })
    const review = await requireReview(tx, viewer, id)
    await notifyReviewed(deps, tx, review)
    return shapeReview(deps, review, viewer)
  })
}

type Line = { seller_id: number; state: OrderState }

async function requireLine(
  tx: Tx,
  viewer: Viewer,
  { itemId, orderLineId }: { itemId: number; orderLineId: number },
): Promise<Line> {
  const { rows } = await sql<Line>`
    select items.seller_id, ${lineState} as state
    from order_lines join orders on orders.id = order_id join items on items.id = item_id
    where order_lines.id = ${orderLineId} and item_id = ${itemId} and buyer_id = ${viewer.id}`.execute(tx)
  if (!rows[0]) throw notFound('You have not bought this item with that order.')
  return rows[0]
}

/** Marks the line as reviewed: of two reviews at once, one finds no row. */
async function markReviewed({ clock }: Deps, tx: Tx, lineId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('order_lines')
    .set({ reviewed_at: clock.now() })
    .where('id', '=', lineId)
    .where('reviewed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
