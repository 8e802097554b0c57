import { sql, type RawBuilder } from 'kysely'
import type { ReviewPage, ReviewsQuery } from '@rootsquare/contract/trade/reviews'
import type { Deps } from '#api/deps.ts'
import { canOpenProfile, noSuchMember } from '#api/domain/visibility.ts'
import { mayOpenItem, noSuchItem } from '#api/features/market/items/item-rows.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { selectReviews, shapeReview, type ReviewRow } from './review-rows.ts'

type Rating = ReviewPage['rating']
type RatingRow = { rating: Rating | null }

const noRating: Rating = { average: null, count: 0, spread: [0, 0, 0, 0, 0] }
const ratingColumns = sql`json_build_object('average', average, 'count', count, 'spread', spread)`

/** Lists the reviews of an item for members who may open it or have ordered it. */
export async function listItemReviews(deps: Deps, viewer: Viewer, itemId: number, query: ReviewsQuery) {
  // Reads from the viewer's orders, because very many others may have ordered the same item.
  const hasOrdered = sql`exists (select from orders where buyer_id = ${viewer.id}
    and exists (select from order_lines where order_id = orders.id and item_id = items.id))`
  const { rows } = await sql<RatingRow>`
    select (select ${ratingColumns} from item_ratings where item_id = items.id) as rating
    from items where items.id = ${itemId} and (${mayOpenItem(deps, viewer)} or ${hasOrdered})`.execute(
    deps.db,
  )
  if (!rows[0]) throw noSuchItem()
  const page = await readPage(deps, viewer, sql`reviews.item_id = ${itemId}`, query)
  return { ...page, rating: rows[0].rating ?? noRating }
}

/** Lists all reviews of a seller, also of deleted items, so that a seller cannot lose a bad review with its item. */
export async function listSellerReviews(deps: Deps, viewer: Viewer, sellerId: number, query: ReviewsQuery) {
  const { rows } = await sql<RatingRow>`
    select (select ${ratingColumns} from seller_ratings where seller_id = members.id) as rating
    from members where members.id = ${sellerId} and ${canOpenProfile(viewer)}`.execute(deps.db)
  if (!rows[0]) throw noSuchMember()
  const page = await readPage(deps, viewer, sql`reviews.seller_id = ${sellerId}`, query)
  return { ...page, rating: rows[0].rating ?? noRating }
}

/** Reads a page. A cursor is `helpful_count.id` of the last review in either order. */
async function readPage(
  deps: Deps,
  viewer: Viewer,
  which: RawBuilder<unknown>,
  { sort, cursor, size }: ReviewsQuery,
): Promise<Omit<ReviewPage, 'rating'>> {
  const keys = sort === 'newest' ? sql`reviews.id` : sql`helpful_count, reviews.id`
  const order = sort === 'newest' ? sql`reviews.id desc` : sql`helpful_count desc, reviews.id desc`
  const [count, id] = (cursor ?? '').split('.').map(Number)
  const start = sort === 'newest' ? sql`(${id})` : sql`(${count}, ${id})`
  const isAfter = cursor === undefined ? sql`true` : sql`(${keys}) < ${start}`
  const { rows } = await sql<ReviewRow>`
    ${selectReviews(viewer, sql`${which} and ${isAfter}`)} order by ${order} limit ${size + 1}`.execute(
    deps.db,
  )
  const shown = rows.slice(0, size)
  const last = rows.length > size ? shown.at(-1) : undefined
  return {
    content: shown.map((row) => shapeReview(deps, row, viewer)),
    nextCursor: last ? `${last.helpful_count}.${last.id}` : null,
  }
}
