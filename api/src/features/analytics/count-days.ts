import { sql } from 'kysely'
import type { Series } from '@rootsquare/contract/analytics'
import type { Metric } from '#api/db/analytics-tables.ts'
import type { Deps } from '#api/deps.ts'
import { seriesOf } from '#api/features/accounts/series.ts'
import type { Counted, Range } from '#api/features/accounts/series.ts'

export type Asked = { metric: Metric; range: Range }

/**
 * All days come as one text, `20500:3,20501:7`: five years and the range before are 3,654 days, and as rows they would
 * cost more than all the rest.
 */
export async function countDays({ db }: Deps, subjectId: number, { metric, range }: Asked): Promise<Series> {
  const asked = sql`metric = ${metric} and subject_id = ${subjectId}
    and day >= date '1970-01-01' + ${range.first - range.days}::integer
    and day < date '1970-01-01' + ${range.first + range.days}::integer`
  const { rows } = await sql<{ days: string | null }>`
    select string_agg(day - date '1970-01-01' || ':' || value, ',') as days from (
      select day, value from day_counts where ${asked}
      union all
      select day, step from day_changes where ${asked}
    ) counted`.execute(db)
  return seriesOf(range, readDays(rows[0]?.days ?? ''))
}

/** A day comes more than once: as it was folded, and with what came since. */
function readDays(text: string): Counted {
  const values = new Map<number, number>()
  if (text === '') return values
  for (const one of text.split(',')) {
    const colon = one.indexOf(':')
    const day = Number(one.slice(0, colon))
    values.set(day, (values.get(day) ?? 0) + Number(one.slice(colon + 1)))
  }
  return values
}
