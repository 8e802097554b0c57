import { maxDays, type Series, type SeriesQuery } from '@rootsquare/contract/analytics'
import { invalid } from '#api/http/api-error.ts'

// A day is written `2026-01-31` or as the number of days since 1970, always in Lagos time.

const dayLength = 86_400_000
/** The offset of Lagos, which has no summer time. */
const lagosOffset = 3_600_000

const dayNumberOf = (day: string) => new Date(`${day}T00:00:00Z`).getTime() / dayLength
/** Returns the moment at which the day begins. */
const startOfDay = (number: number) => new Date(number * dayLength - lagosOffset)

export const lagosDay = (moment: Date) => new Date(moment.getTime() + lagosOffset).toISOString().slice(0, 10)

/** Returns the number of days between the two. */
export const daysBetween = (from: Date, to: Date) => dayNumberOf(lagosDay(to)) - dayNumberOf(lagosDay(from))

/** Returns the same day one month earlier, or the last day of that month: for 31 March it is 28 February. */
export function monthBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  const wanted = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() - 1)
  // That month is shorter, and the date overflowed into the next.
  if (date.getUTCDate() !== wanted) date.setUTCDate(0)
  return date.toISOString().slice(0, 10)
}

export type Range = {
  granularity: SeriesQuery['granularity']
  /** The first day and the number of days. */
  first: number
  days: number
  /** The interval to count, which includes the previous range. */
  from: Date
  until: Date
}

export function rangeOf({ startDate, endDate, granularity }: SeriesQuery, now: Date): Range {
  const end = endDate ?? lagosDay(now)
  const start = startDate ?? monthBefore(end)
  const first = dayNumberOf(start)
  const days = dayNumberOf(end) - first + 1
  // Dates before the year 0 are not ten characters long.
  if (days < 1 || start.startsWith('-')) throw invalid({ endDate: 'Must not be before the start.' })
  if (days > maxDays) throw invalid({ endDate: `At most ${maxDays.toLocaleString('en')} days.` })
  return { granularity, first, days, from: startOfDay(first - days), until: startOfDay(first + days) }
}

/** Counts per day of the range, and the total of the previous range. */
type DailyValues = { values: number[]; before: number }

/** Adds up the values of both ranges. Days without a value may be missing. */
export function sumByDay({ first, days }: Range, rows: { day: string; value: number }[]): DailyValues {
  const values = Array.from({ length: days }, () => 0)
  let before = 0
  for (const { day, value } of rows) {
    const at = dayNumberOf(day) - first
    if (at >= -days && at < 0) before += value
    if (at >= 0 && at < days) values[at] = (values[at] ?? 0) + value
  }
  return { values, before }
}

/** Builds the series from whole numbers. They are divided by `unit` for display, such as 100 for kobo. */
export function seriesOf(range: Range, { values, before }: DailyValues, unit = 1): Series {
  const total = values.reduce((sum, value) => sum + value, 0)
  return {
    total: total / unit,
    growthRate: growthOf(total, before),
    average: ratio(total, range.days * unit, 1),
    trend: trendOf(range, values, unit),
  }
}

function growthOf(total: number, before: number): number {
  if (before === 0) return total === 0 ? 0 : 100
  return ratio((total - before) * 100, before, 2)
}

/** Rounds half away from zero. It divides whole numbers once, so that an exact half is recognised. */
function ratio(part: number, whole: number, decimals: number): number {
  const scale = 10 ** decimals
  const size = Math.round((Math.abs(part) * scale) / whole) / scale
  return part < 0 && size > 0 ? -size : size
}

function trendOf({ first, days, granularity }: Range, values: number[], unit: number) {
  const startsBucket = bucketStarts[granularity]
  const trend: { date: string; value: number }[] = []
  for (const [at, date] of datesOf(first, days).entries()) {
    const value = values[at] ?? 0
    const last = trend.at(-1)
    if (last === undefined || startsBucket(first + at, date)) trend.push({ date, value })
    else last.value += value
  }
  // The division comes after summing, because sums of whole numbers are exact.
  for (const point of trend) point.value /= unit
  return trend
}

/** Builds the dates month by month, because a Date object for each of the 1,827 days of five years is slow. */
function datesOf(first: number, days: number): string[] {
  const dates: string[] = []
  while (dates.length < days) {
    const date = new Date((first + dates.length) * dayLength)
    const month = date.toISOString().slice(0, 8)
    const last = new Date(date)
    last.setUTCMonth(date.getUTCMonth() + 1, 0)
    for (let day = date.getUTCDate(); day <= last.getUTCDate() && dates.length < days; day += 1)
      dates.push(month + (twoDigits[day] ?? ''))
  }
  return dates
}

const twoDigits = Array.from({ length: 32 }, (_, day) => String(day).padStart(2, '0'))

/** Returns whether a day starts a new bucket. Weeks begin on Mondays, and 1970 began on a Thursday. */
const bucketStarts = {
  daily: () => true,
  weekly: (day: number) => (day + 3) % 7 === 0,
  monthly: (_: number, date: string) => date.endsWith('-01'),
}
