import { mostDays } from '@rootsquare/contract/analytics'
import type { Series, SeriesQuery } from '@rootsquare/contract/analytics'
import { invalid } from '#api/http/refusal.ts'

// A day is `2026-01-31`, or the number of days since 1970, and always a day of Lagos.

const dayLength = 86_400_000
/** Nigeria has kept this hour since 1919, summer and winter. */
const lagosAhead = 3_600_000

const numberOf = (day: string) => new Date(`${day}T00:00:00Z`).getTime() / dayLength
const dayOf = (number: number) => new Date(number * dayLength).toISOString().slice(0, 10)
/** The moment it begins. */
const beginOf = (number: number) => new Date(number * dayLength - lagosAhead)

export const lagosDay = (moment: Date) => new Date(moment.getTime() + lagosAhead).toISOString().slice(0, 10)

/** Nights between the two. */
export const daysBetween = (from: Date, to: Date) => numberOf(lagosDay(to)) - numberOf(lagosDay(from))

/** The same day of the month before, or its last: one month before 31 March is 28 February. */
export function monthBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  const wanted = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() - 1)
  // It had fewer days and ran over.
  if (date.getUTCDate() !== wanted) date.setUTCDate(0)
  return date.toISOString().slice(0, 10)
}

export type Range = {
  granularity: SeriesQuery['granularity']
  /** The first day, and how many there are. */
  first: number
  days: number
  /** What must be counted: from the first moment of the range before, to the first one after this. */
  from: Date
  until: Date
}

export function rangeOf({ startDate, endDate, granularity }: SeriesQuery, now: Date): Range {
  const end = endDate ?? lagosDay(now)
  const start = startDate ?? monthBefore(end)
  const first = numberOf(start)
  const days = numberOf(end) - first + 1
  // A month before the year 0 has no name of ten letters.
  if (days < 1 || start.startsWith('-')) throw invalid({ endDate: 'Must not be before the start.' })
  if (days > mostDays) throw invalid({ endDate: `At most ${mostDays.toLocaleString('en')} days.` })
  return { granularity, first, days, from: beginOf(first - days), until: beginOf(first + days) }
}

/** What was counted of each day, of the range before too; days without anything may be left out. */
export type Counted = ReadonlyMap<number, number>

export const countedOn = (rows: { day: string; value: number }[]): Counted =>
  new Map(rows.map(({ day, value }) => [numberOf(day), value]))

/** Values are whole numbers; `unit` is how many of them make one of what is shown: 100 kobo, say. */
export function seriesOf(range: Range, values: Counted, unit = 1): Series {
  const { first, days } = range
  const trend = trendOf(range, values)
  const total = sumOf(values, first, days)
  const before = sumOf(values, first - days, days)
  return {
    total: total / unit,
    growthRate: growthOf(total, before),
    average: ratio(total, days * unit, 1),
    trend: trend.map(({ date, value }) => ({ date, value: value / unit })),
  }
}

function sumOf(values: Counted, first: number, days: number): number {
  let sum = 0
  for (let day = first; day < first + days; day += 1) sum += values.get(day) ?? 0
  return sum
}

function growthOf(total: number, before: number): number {
  if (before === 0) return total === 0 ? 0 : 100
  return ratio((total - before) * 100, before, 2)
}

/** Of whole numbers, divided once: what is exactly a half stays one. It goes away from nothing, for a fall as for a rise. */
function ratio(part: number, whole: number, decimals: number): number {
  const scale = 10 ** decimals
  const size = Math.round((Math.abs(part) * scale) / whole) / scale
  return part < 0 && size > 0 ? -size : size
}

function trendOf({ first, days, granularity }: Range, values: Counted) {
  const trend: { date: string; value: number }[] = []
  let bucket: string | number | undefined
  for (let day = first; day < first + days; day += 1) {
    const date = dayOf(day)
    const own = bucketOf[granularity](day, date)
    if (own !== bucket) trend.push({ date, value: 0 })
    bucket = own
    const last = trend.at(-1)
    if (last) last.value += values.get(day) ?? 0
  }
  return trend
}

/** Days of the same one stand together. Weeks begin on Mondays, and 1970 began on a Thursday. */
const bucketOf = {
  daily: (day: number) => day,
  weekly: (day: number) => Math.floor((day + 3) / 7),
  monthly: (_: number, date: string) => date.slice(0, 7),
}
