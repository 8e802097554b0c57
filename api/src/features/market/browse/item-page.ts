import { sql, type RawBuilder } from 'kysely'
import { teaserSize, type Item } from '@rootsquare/contract/trade/market'
import { pageOf, type Paged, type PageQuery } from '@rootsquare/contract/lib/paged'
import type { Deps } from '#api/deps.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import {
  itemColumns,
  shapeItem,
  unseenSellerIds,
  withUnseenSellers,
} from '#api/features/market/items/item-rows.ts'
import type { ItemRow } from '#api/features/market/items/item-rows.ts'

export type FoundItems = {
  /** Named subqueries that the other parts use, in addition to the `unseen` sellers. */
  subqueries?: RawBuilder<unknown>
  /** Selects `id` in order, and the `keys` of the order that are not columns of `items`. */
  page: RawBuilder<unknown>
  keys?: RawBuilder<unknown>
  /** The order by columns of `items` and `page`. */
  order: RawBuilder<unknown>
  total: RawBuilder<number>
  /** Whether a search has left some out. May use `counted.total` and the subqueries of `aside`. */
  isCapped?: RawBuilder<boolean>
}

type Row = { total: number; is_capped: boolean } & (ItemRow | { id: null })

/** Reads the page and the total in one statement. An empty page contains the total too. */
export async function readItems(
  deps: Deps,
  viewer: Viewer,
  found: FoundItems,
  query: PageQuery,
): Promise<Paged<Item>> {
  const { subqueries, order, total, isCapped = sql`false` } = found
  const { rows } = await sql<Row>`
    with ${withUnseenSellers(deps, viewer)} ${subqueries ? sql`, ${subqueries}` : sql``}
    select counted.total, ${isCapped} as is_capped, ${itemColumns(viewer, unseenSellerIds)}
    from (select (${total})::bigint as total) counted
      left join (${selectPage(found, query)}) page on true
      left join items on items.id = page.id
      left join members seller on seller.id = items.seller_id
    order by ${order}`.execute(deps.db)
  const content = rows.flatMap((row) => (row.id === null ? [] : [shapeItem(row, viewer)]))
  return pageOf(content, rows[0]?.total ?? 0, query, rows[0]?.is_capped)
}

/** The page size that the app requests, and the largest one that `PageQuery` accepts. */
const usualSizes = [teaserSize]
const maxRows = 100

/**
 * Selects one page. Limits are literals: for a limit in a parameter PostgreSQL expects a tenth of all rows, does not cache the plan, and plans
 * each page anew. Unusual sizes are cut from the largest page, because each literal is a statement of its own.
 */
function selectPage(
  { page: rows, keys = sql`` }: FoundItems,
  { page, size }: PageQuery,
): RawBuilder<unknown> {
  const skip = page > 0 ? sql`offset ${page * size}` : sql``
  if (usualSizes.includes(size)) return sql`${rows} limit ${sql.lit(size)} ${skip}`
  return sql`select bounded.id ${keys} from (${rows} limit ${sql.lit(maxRows)} ${skip}) bounded limit ${size}`
}
