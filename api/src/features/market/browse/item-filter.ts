import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ItemsQuery } from '@rootsquare/contract/market'
import { koboOf } from '@rootsquare/contract/money'
import type { Viewer } from '#api/http/auth/viewer.ts'

/** Which items are there for the viewer to find: conditions on `items`, and what has to stand beside it. */
export type ItemFilter = {
  /** Includes items that wait for approval: the own ones, and all for admins. */
  hasWaiting: boolean
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>
  /** Few enough to scan: the items of one seller, or favourites. */
  isNarrow: boolean
  isFiltered: boolean
}

export type ItemListQuery = ItemsQuery & { approved?: boolean; disapproved?: boolean }

export function itemFilterFor(viewer: Viewer, query: ItemListQuery, seen: RawBuilder<unknown>): ItemFilter {
  const { userId, genreId, minPrice, maxPrice, favorite, approved, disapproved } = query
  const from = [
    sql`items`,
    ...(genreId === undefined
      ? []
      : [sql`item_genres on item_genres.item_id = items.id and item_genres.genre_id = ${genreId}`]),
    ...(favorite
      ? [sql`favorites on favorites.item_id = items.id and favorites.member_id = ${viewer.id}`]
      : []),
  ]
  const where = [
    seen,
    // Repeated where it follows from the rest, because the index on a seller's items needs it.
    ...(userId === undefined ? [] : [sql`items.seller_id = ${userId} and items.deleted_at is null`]),
    ...(minPrice === undefined ? [] : [sql`items.price_kobo >= ${koboOf(minPrice)}`]),
    ...(maxPrice === undefined ? [] : [sql`items.price_kobo <= ${koboOf(maxPrice)}`]),
  ]
  return {
    hasWaiting: userId === viewer.id,
    from: sql.join(from, sql` join `),
    where: sql.join(where, sql` and `),
    isNarrow: userId !== undefined || favorite === true,
    isFiltered: [genreId, minPrice, maxPrice, approved, disapproved].some((filter) => filter !== undefined),
  }
}
