import { sql, type RawBuilder } from 'kysely'
import type { ItemsQuery } from '@rootsquare/contract/trade/market'
import { koboOf } from '@rootsquare/contract/lib/money'
import type { Viewer } from '#api/http/auth/viewer.ts'

/** Selects the items that the viewer can find, by conditions on `items` and the tables to join with it. */
export type ItemFilter = {
  /** Includes items that wait for approval: the viewer’s own, and for admins all. */
  hasWaiting: boolean
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>
  /** Selects few enough items to scan: those of one seller, or favourites. */
  isNarrow: boolean
  /** Filters by properties of items for which there is no stored counter, such as the price. */
  hasTraits: boolean
  isFiltered: boolean
}

export type ItemListQuery = ItemsQuery & { approved?: boolean; disapproved?: boolean }

export function itemFilterFor(viewer: Viewer, query: ItemListQuery, seen: RawBuilder<unknown>): ItemFilter {
  const { userId, genreId, favorite, approved, disapproved, minRating } = query
  const traits = traitsOf(query)
  const from = [
    sql`items`,
    ...(genreId === undefined
      ? []
      : [sql`item_genres on item_genres.item_id = items.id and item_genres.genre_id = ${genreId}`]),
    ...(favorite
      ? [sql`favorites on favorites.item_id = items.id and favorites.member_id = ${viewer.id}`]
      : []),
    ...(minRating === undefined
      ? []
      : [sql`item_ratings on item_ratings.item_id = items.id and item_ratings.average >= ${minRating}`]),
  ]
  const where = [
    seen,
    // `deleted_at` follows from the other conditions, but the index on a seller's items needs it.
    ...(userId === undefined ? [] : [sql`items.seller_id = ${userId} and items.deleted_at is null`]),
    ...traits,
  ]
  return {
    hasWaiting: userId === viewer.id,
    from: sql.join(from, sql` join `),
    where: sql.join(where, sql` and `),
    isNarrow: userId !== undefined || favorite === true,
    hasTraits: traits.length > 0 || minRating !== undefined,
    isFiltered:
      traits.length > 0 || [genreId, approved, disapproved, minRating].some((filter) => filter !== undefined),
  }
}

const offered = { PICKUP: sql`items.offers_pickup`, DELIVERY: sql`items.offers_delivery` }

/** Returns the conditions that do not depend on the viewer. */
function traitsOf({ minPrice, maxPrice, state, inStock, method }: ItemsQuery): RawBuilder<unknown>[] {
  return [
    ...(minPrice === undefined ? [] : [sql`items.price_kobo >= ${koboOf(minPrice)}`]),
    ...(maxPrice === undefined ? [] : [sql`items.price_kobo <= ${koboOf(maxPrice)}`]),
    ...(state ? [sql`items.state_code = ${state}`] : []),
    ...(inStock ? [sql`items.is_in_stock`] : []),
    ...(method ? [offered[method]] : []),
  ]
}
