import { sql } from 'kysely'
import type { SeriesQuery } from '@rootsquare/contract/analytics'
import type { ReplyOf } from '@rootsquare/contract/lib/endpoint'
import type { sellerFigures as endpoint } from '@rootsquare/contract/trade/orders'
import type { Deps } from '#api/deps.ts'
import { sumByDay, rangeOf, seriesOf } from '#api/domain/time-series.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

type Day = { day: string; kobo: number; units: number; open: number }

const koboPerNaira = 100

/** Counts sales on the day of payment. Canceled lines do not count. */
export async function sellerFigures(
  { db, clock }: Deps,
  viewer: Viewer,
  query: SeriesQuery,
): Promise<ReplyOf<typeof endpoint>> {
  const range = rangeOf(query, clock.now())
  const { rows } = await sql<Day>`
    select to_char(sold_at at time zone 'Africa/Lagos', 'YYYY-MM-DD') as day,
      sum(total_kobo)::bigint as kobo, sum(quantity)::bigint as units,
      count(*) filter (where shipped_at is null) as open
    from order_lines
    where seller_id = ${viewer.id} and canceled_at is null
      and sold_at >= ${range.from}::timestamptz and sold_at < ${range.until}::timestamptz
    group by 1`.execute(db)
  const of = (pick: (row: Day) => number, unit?: number) =>
    seriesOf(
      range,
      sumByDay(
        range,
        rows.map((row) => ({ day: row.day, value: pick(row) })),
      ),
      unit,
    )
  return {
    sales: of(({ kobo }) => kobo, koboPerNaira),
    units: of(({ units }) => units),
    openOrders: of(({ open }) => open),
  }
}
