import { sql, type RawBuilder } from 'kysely'
import { teaserSize, type Item } from '@rootsquare/contract/trade/market'
import { pageOf, type Paged, type PageQuery } from '@rootsquare/contract/lib/paged'
import type { Deps } from '#api/deps.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { itemColumns, shapeItem, unseen, unseenAside } from '#api/features/market/items/item-rows.ts'
import type { ItemRow } from '#api/features/market/items/item-rows.ts'

export type FoundItems = {
  /** Tables that the others speak of, beside the `unseen` sellers. */
  aside?: RawBuilder<unknown>
  /** Rows of `id`, in order, and the `keys` that the order goes by beside what is in `items`. */
  page: RawBuilder<unknown>
  keys?: RawBuilder<unknown>
  /** Of `items` and `page`. */
  order: RawBuilder<unknown>
  total: RawBuilder<number>
  /** Of `counted.total` and the tables aside: whether a search has left some out. */
  isCapped?: RawBuilder<boolean>
}

type Row = { total: number; is_capped: boolean } & (ItemRow | { id: null })

/** The page and the total in one statement; a page with nothing on it carries the total too. */
export async function readItems(
  deps: Deps,
  viewer: Viewer,
  found: FoundItems,
  query: PageQuery,
): Promise<Paged<Item>> {
  const { aside, order, total, isCapped = sql`false` } = found
  const { rows } = await sql<Row>`
    with ${unseenAside(deps, viewer)} ${aside ? sql`, ${aside}` : sql``}
    select counted.total, ${isCapped} as is_capped, ${itemColumns(viewer, unseen)}
    from (select (${total})::bigint as total) counted
      left join (${cut(found, query)}) page on true
      left join items on items.id = page.id
      left join members seller on seller.id = items.seller_id
    order by ${order}`.execute(deps.db)
  const content = rows.flatMap((row) => (row.id === null ? [] : [shapeItem(row, viewer)]))
  return pageOf(content, rows[0]?.total ?? 0, query, rows[0]?.is_capped)
}

/** What the app itself asks for; and the most that `PageQuery` lets anybody ask for. */
const usual = [teaserSize]
const maxRows = 100

/**
 * Limits are literals: for a limit in a parameter PostgreSQL expects a tenth of all rows, does not cache the plan, and plans
 * each page anew. Unusual sizes are cut from the largest page, because each literal is a statement of its own.
 */
function cut({ page: rows, keys = sql`` }: FoundItems, { page, size }: PageQuery): RawBuilder<unknown> {
  const skip = page > 0 ? sql`offset ${page * size}` : sql``
  if (usual.includes(size)) return sql`${rows} limit ${sql.lit(size)} ${skip}`
  return sql`select bounded.id ${keys} from (${rows} limit ${sql.lit(maxRows)} ${skip}) bounded limit ${size}`
}
