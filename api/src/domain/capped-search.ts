import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { mostSought } from '@rootsquare/contract/paged'
import type { PageQuery } from '@rootsquare/contract/paged'
import type { Db } from '#api/db/db.ts'

/**
 * What is sought, and where. `rows` selects what may be found, with the columns that `matches` looks at and those of
 * `order`, by which the newest come first; an index leads to the rows of `matches`, and another goes by `order`.
 */
export type Sought = {
  search: string
  rows: RawBuilder<unknown>
  matches: RawBuilder<boolean>
  order: readonly ['id'] | readonly ['created_at', 'id']
}

const most = sql.lit(mostSought)
/** The most that `PageQuery` lets anybody ask for. */
const mostRows = sql.lit(100)

/**
 * A page of the newest that a search finds, and how many those are: both at most `mostSought`. Numbers that are always the
 * same stand in the statement itself: by parameters alone PostgreSQL would think little of its plan, and make it anew.
 */
export function newestFound(sought: Sought, { page, size }: PageQuery) {
  const skip = page * size
  const bounds = skip > 0 ? sql`limit ${mostRows} offset ${skip}` : sql`limit ${mostRows}`
  const take = Math.max(0, Math.min(size, mostSought - skip))
  const from = hasIndex(sought.search) ? byIndex(sought, bounds) : byTime(sought, bounds)
  return sql<{ id: number; total: number }>`(
    with ${from.few}, counted as materialized (select count(*) as n from few)
    select id, ${n} as total from (select id from (${from.ids}) as all_ids limit ${mostRows}) as ids limit ${take})`
}

export async function countFound(db: Db, sought: Sought): Promise<number> {
  const { few } = hasIndex(sought.search) ? byIndex(sought, sql``) : byTime(sought, sql``)
  const { rows } = await sql<{ total: number }>`with ${few} select count(*) as total from few`.execute(db)
  return rows[0]?.total ?? 0
}

/** With no search there is no end but that of the list. */
export const isCapped = (search: string | undefined, total: number) => Boolean(search) && total >= mostSought

/** The index knows groups of three letters. By less than that it would read itself from end to end. */
const hasIndex = (search: string) => /[\p{L}\p{N}]{3}/u.test(search)

const n = sql`(select n from counted)`

type Found = { few: RawBuilder<unknown>; ids: RawBuilder<unknown> }

const sampleRows = 50
const isCommon = sql`((select n from sample) * 2 > ${sql.lit(sampleRows)})`

/**
 * What half of the newest have is found by going from the newest on. Else the index of words tells whether there are few:
 * they are all read, and then put in order. Where it gives too many, a page is soon full from the newest on.
 */
function byIndex(sought: Sought, bounds: RawBuilder<unknown>): Found {
  const { rows, matches, order } = sought
  const newest = sql`${rows} order by ${newestFirst(order)} limit ${sql.lit(sampleRows)}`
  return {
    few: sql`sample as materialized (select count(*) as n from (${newest}) as newest where ${matches}),
      few as materialized ((${fromNewest(sought, isCommon)} limit ${most}) union all (
        select ${columns(order)} from (${rows}) as found where not ${isCommon} and ${matches} limit ${most}))`,
    ids: sql`(select id from few where ${isCommon} or ${n} < ${most} order by ${newestFirst(order)} ${bounds})
      union all (
        select id from (${fromNewest(sought, sql`not ${isCommon} and ${n} = ${most}`)} ${bounds}) as many)`,
  }
}

function byTime(sought: Sought, bounds: RawBuilder<unknown>): Found {
  return {
    few: sql`few as materialized (${fromNewest(sought, sql`true`)} limit ${most})`,
    ids: sql`select id from few order by ${newestFirst(sought.order)} ${bounds}`,
  }
}

/** The `case` says the same as what it holds; of that PostgreSQL would expect so little that it sorted everything first. */
const fromNewest = ({ rows, matches, order }: Sought, when: RawBuilder<unknown>) => sql`
  select ${columns(order)} from (${rows}) as found where ${when} and case when ${matches} then true else false end
  order by ${newestFirst(order)}`

const columns = (order: Sought['order']) => sql.join(order.map((column) => sql.ref(column)))
const newestFirst = (order: Sought['order']) => sql.join(order.map((column) => sql`${sql.ref(column)} desc`))
