import { sql, type RawBuilder } from 'kysely'
import { maxSearchResults, type PageQuery } from '@rootsquare/contract/lib/paged'
import type { Db } from '#api/db/db.ts'

/**
 * A list that can be searched. `rows` selects its rows with the columns that `matches` and `order` use. A descending
 * `order` puts the newest first. `matches` and `order` need one index each.
 */
export type SearchSource = {
  search: string
  rows: RawBuilder<unknown>
  matches: RawBuilder<boolean>
  order: readonly ['id'] | readonly ['created_at', 'id']
}

const maxMatches = sql.lit(maxSearchResults)
/** The largest page size of `PageQuery`. */
const maxPageSize = sql.lit(100)

/**
 * Selects a page of the newest matches and their total, both limited by `maxSearchResults`. Constant numbers are literals
 * in the statement, because with parameters PostgreSQL would not reuse its plan.
 */
export function newestMatches(source: SearchSource, { page, size }: PageQuery) {
  const skip = page * size
  const bounds = skip > 0 ? sql`limit ${maxPageSize} offset ${skip}` : sql`limit ${maxPageSize}`
  const take = Math.max(0, Math.min(size, maxSearchResults - skip))
  const from = canUseIndex(source.search) ? byIndex(source, bounds) : byTime(source, bounds)
  return sql<{ id: number; total: number }>`(
    with ${from.few}, counted as materialized (select count(*) as n from few)
    select id, ${matchCount} as total from (select id from (${from.ids}) as all_ids limit ${maxPageSize}) as ids limit ${take})`
}

export async function countMatches(db: Db, source: SearchSource): Promise<number> {
  const { few } = canUseIndex(source.search) ? byIndex(source, sql``) : byTime(source, sql``)
  const { rows } = await sql<{ total: number }>`with ${few} select count(*) as total from few`.execute(db)
  return rows[0]?.total ?? 0
}

/** Returns whether there may be more matches than were counted. A list without a search is never capped. */
export const isCapped = (search: string | undefined, total: number) =>
  Boolean(search) && total >= maxSearchResults

/** Returns whether the trigram index helps. It needs three letters; with fewer it would be scanned completely. */
const canUseIndex = (search: string) => /[\p{L}\p{N}]{3}/u.test(search)

const matchCount = sql`(select n from counted)`

type SearchParts = { few: RawBuilder<unknown>; ids: RawBuilder<unknown> }

const sampleRows = 50
const isCommon = sql`((select n from sample) * 2 > ${sql.lit(sampleRows)})`

/**
 * Searches by the trigram index, unless half of the newest rows match. Few matches are read and sorted. If the index finds
 * too many, a scan from the newest soon fills a page.
 */
function byIndex(source: SearchSource, bounds: RawBuilder<unknown>): SearchParts {
  const { rows, matches, order } = source
  const newest = sql`${rows} order by ${newestFirst(order)} limit ${sql.lit(sampleRows)}`
  return {
    few: sql`sample as materialized (select count(*) as n from (${newest}) as newest where ${matches}),
      few as materialized ((${fromNewest(source, isCommon)} limit ${maxMatches}) union all (
        select ${columns(order)} from (${rows}) as found where not ${isCommon} and ${matches} limit ${maxMatches}))`,
    ids: sql`(select id from few where ${isCommon} or ${matchCount} < ${maxMatches} order by ${newestFirst(order)} ${bounds})
      union all (
        select id from (${fromNewest(source, sql`not ${isCommon} and ${matchCount} = ${maxMatches}`)} ${bounds}) as many)`,
  }
}

function byTime(source: SearchSource, bounds: RawBuilder<unknown>): SearchParts {
  return {
    few: sql`few as materialized (${fromNewest(source, sql`true`)} limit ${maxMatches})`,
    ids: sql`select id from few order by ${newestFirst(source.order)} ${bounds}`,
  }
}

/**
 * Scans from the newest row. The `case` hides the condition from the planner, which would otherwise expect few rows and
 * sort all of them first.
 */
const fromNewest = ({ rows, matches, order }: SearchSource, when: RawBuilder<unknown>) => sql`
  select ${columns(order)} from (${rows}) as found where ${when} and case when ${matches} then true else false end
  order by ${newestFirst(order)}`

const columns = (order: SearchSource['order']) => sql.join(order.map((column) => sql.ref(column)))
const newestFirst = (order: SearchSource['order']) =>
  sql.join(order.map((column) => sql`${sql.ref(column)} desc`))
