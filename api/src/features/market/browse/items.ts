import { sql, type RawBuilder } from 'kysely'
import type { ItemsQuery } from '@rootsquare/contract/trade/market'
import type { Deps } from '#api/deps.ts'
import { wordsApart } from '#api/domain/search/words-apart.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { readItems, type FoundItems } from './item-page.ts'
import { isOnSaleExceptBy, unseenSellerIds } from '#api/features/market/items/item-rows.ts'
import { searchItemsQuery } from './search-items.ts'
import { itemFilterFor, type ItemFilter, type ItemListQuery } from './item-filter.ts'

export function listItems(deps: Deps, viewer: Viewer, query: ItemsQuery) {
  const isOwn = query.userId === viewer.id
  const seen = isOwn ? sql`items.deleted_at is null` : isOnSaleExceptBy(unseenSellerIds)
  return readFound(deps, viewer, query, itemFilterFor(viewer, query, seen))
}

/** Lists all items that are not deleted, for admins. */
export function listAllItems(deps: Deps, viewer: Viewer, query: ItemListQuery) {
  const { approved, disapproved } = query
  const state = approved ? sql`items.is_approved` : sql`not items.is_approved`
  const decided = disapproved
    ? sql`items.disapproval_reason is not null`
    : sql`items.disapproval_reason is null`
  const seen = [
    sql`items.deleted_at is null`,
    ...(approved === undefined ? [] : [state]),
    ...(disapproved === undefined ? [] : [decided]),
  ]
  const filter = itemFilterFor(viewer, query, sql.join(seen, sql` and `))
  return readFound(deps, viewer, query, { ...filter, hasWaiting: true })
}

async function readFound(deps: Deps, viewer: Viewer, query: ItemListQuery, filter: ItemFilter) {
  const page = await readItems(deps, viewer, found(query, filter), query)
  if (!query.name || page.totalElements !== 0) return page
  const name = await wordsApart(deps.db, query.name, 'words')
  return name === null ? page : readItems(deps, viewer, found({ ...query, name }, filter), query)
}

function found(query: ItemListQuery, filter: ItemFilter): FoundItems {
  if (query.name) return searchItemsQuery({ ...query, name: query.name }, filter)
  const order = orderOf(query)
  return {
    page: sql`select items.id from ${filter.from} where ${filter.where} order by ${order}`,
    order,
    total: totalOf(query, filter),
  }
}

/** Returns the order of a list. Newest first is by id, as with posts. Items that wait for admins are listed oldest first. */
function orderOf({ sort, approved }: ItemListQuery): RawBuilder<unknown> {
  if (sort === 'price') return sql`items.price_kobo, items.id`
  if (sort === '-price') return sql`items.price_kobo desc, items.id desc`
  return approved === false && sort === undefined ? sql`items.id` : sql`items.id desc`
}

/**
 * Computes the total. If everybody finds the same, a stored count is used, less
 * the items of sellers whom this viewer may not see.
 */
function totalOf({ genreId }: ItemListQuery, filter: ItemFilter): RawBuilder<number> {
  if (filter.hasWaiting || filter.isNarrow || filter.hasTraits)
    return sql`select count(*) from ${filter.from} where ${filter.where}`
  // A banned seller has nothing listed that could be subtracted. Each category is read by its key: a join would read all.
  const less =
    genreId === undefined
      ? sql`select coalesce(sum(items_count), 0) from members
          where id = any(${unseenSellerIds}) and banned_at is null and verified_at is not null`
      : sql`select count(*) from items
          where seller_id = any(${unseenSellerIds}) and deleted_at is null and is_approved and not is_hidden
            and (select true from item_genres where item_id = items.id and genre_id = ${genreId})`
  return sql`select coalesce((select n from item_counts where genre_id = ${genreId ?? 0}), 0) - (${less})`
}
