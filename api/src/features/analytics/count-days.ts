import { sql } from 'kysely'
import { z } from 'zod'
import type { Series } from '@rootsquare/contract/analytics'
import type { Metric } from '#api/db/schema.ts'
import type { Deps } from '#api/deps.ts'
import { seriesOf, type Range } from '#api/domain/time-series.ts'

export type SeriesRequest = { metric: Metric; range: Range }

/**
 * All days come as one text, `0,3,1,7`: a place in the range and how many, the next place and how many. Five years have
 * 1,827 days, and as rows they would cost more than all the rest. Of the range before only the sum is wanted.
 */
export async function countDays(
  { db }: Deps,
  subjectId: number,
  { metric, range }: SeriesRequest,
): Promise<Series> {
  const start = sql`(date '1970-01-01' + ${range.first}::integer)`
  const ofSeries = sql`metric = ${metric} and subject_id = ${subjectId}
    and day >= ${start} - ${range.days}::integer and day < ${start} + ${range.days}::integer`
  const { rows } = await sql<{ days: string | null; before: number | null }>`
    select string_agg(day - ${start} || ',' || value, ',') filter (where day >= ${start}) as days,
      sum(value) filter (where day < ${start}) as before
    from (
      select day, value from day_counts where ${ofSeries}
      union all
      select day, step from day_changes where ${ofSeries}
    ) counted`.execute(db)
  const values = readDays(rows[0]?.days ?? '', range.days)
  return seriesOf(range, { values, before: rows[0]?.before ?? 0 })
}

const Numbers = z.array(z.number())

/** A day comes more than once: as it was folded, and with what came since. */
function readDays(text: string, days: number): number[] {
  const values = Array.from({ length: days }, () => 0)
  const pairs = Numbers.parse(JSON.parse(`[${text}]`))
  for (let nth = 0; nth < pairs.length; nth += 2) {
    const at = pairs[nth] ?? 0
    values[at] = (values[at] ?? 0) + (pairs[nth + 1] ?? 0)
  }
  return values
}
