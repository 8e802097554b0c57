import { sql } from 'kysely'
import { z } from 'zod'
import type { Metric } from '#api/db/schema.ts'
import type { Deps } from '#api/deps.ts'
import { seriesOf, type Range } from '#api/domain/time-series.ts'

export type SeriesRequest = { metric: Metric; range: Range }

/**
 * Selects all days as one text such as `0,3,1,7`: the offset in the range and the count, then the next offset and count.
 * Five years have 1,827 days, which would be slow as rows. Only the sum of the previous range is needed.
 */
export async function countDays({ db }: Deps, subjectId: number, { metric, range }: SeriesRequest) {
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

/** Adds up the pairs of a text. A day can occur twice: with its stored count and with newer changes. */
function readDays(text: string, days: number): number[] {
  const values = Array.from({ length: days }, () => 0)
  const pairs = Numbers.parse(JSON.parse(`[${text}]`))
  for (let nth = 0; nth < pairs.length; nth += 2) {
    const at = pairs[nth] ?? 0
    values[at] = (values[at] ?? 0) + (pairs[nth + 1] ?? 0)
  }
  return values
}
