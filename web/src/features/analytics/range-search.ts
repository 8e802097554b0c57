import { maxDays } from '@rootsquare/contract/analytics'
import { addDays, addMonths, countDays, daysBefore, isDay, todayInLagos } from '#web/lib/format/days.ts'
import type { Days } from '#web/lib/format/days.ts'
import { propertyOf } from '#web/lib/storage/saved-json.ts'
import { oneOf } from '#web/lib/navigation/table-search.ts'

export const granularities = ['daily', 'weekly', 'monthly'] as const
export type Granularity = (typeof granularities)[number]

/** What the URL of analytics says. */
export type RangeSearch = Days & { granularity: Granularity; isCompared: boolean }

export type RangeChange = { days?: Days; granularity?: Granularity; isCompared?: boolean }

export const isTooLong = (days: Days) => countDays(days) > maxDays

/** The last day moves along where the first would pass it: as many days as before, but none that are yet to come. */
export function withStart(days: Days, start: string): Days {
  if (start <= days.end) return { start, end: days.end }
  const [today, end] = [todayInLagos(), addDays(start, stepsIn(days))]
  const last = end < today ? end : today
  return { start, end: last < start ? start : last }
}

/** The first day moves along where the last would come before it. */
export function withEnd(days: Days, end: string): Days {
  if (days.start <= end) return { start: days.start, end }
  const start = addDays(end, -stepsIn(days))
  return { start: isDay(start) ? start : end, end }
}

function stepsIn(days: Days): number {
  return Math.min(countDays(days), maxDays) - 1
}

/** What is invalid in the URL counts as missing. */
export function readRange(search: unknown, today: string): RangeSearch {
  return {
    ...(daysIn(search, today) ?? lastMonth(today)),
    granularity: oneOf(granularities, valueIn(search, 'granularity')) ?? 'daily',
    isCompared: valueIn(search, 'compare') === '1',
  }
}

function valueIn(search: unknown, name: string): string | undefined {
  const value = propertyOf(search, name)
  return ['string', 'number'].includes(typeof value) ? String(value) : undefined
}

/** Undefined where none are chosen, or they are invalid. */
function daysIn(search: unknown, today: string): Days | undefined {
  const [start, end] = [valueIn(search, 'start'), valueIn(search, 'end')]
  const days = [start, end].filter((day) => day !== undefined)
  if (days.length === 0 || !days.every(isDay)) return undefined
  const last = end ?? today
  const first = start ?? addMonths(last, -1)
  return first <= last ? { start: first, end: last } : undefined
}

export function lastMonth(today: string): Days {
  return { start: addMonths(today, -1), end: today }
}

/** Chosen days are both written, so that a link shows the same ones tomorrow. */
export function addressOf(search: unknown, changes: RangeChange, today: string) {
  const { granularity, isCompared } = { ...readRange(search, today), ...changes }
  const days = changes.days ?? daysIn(search, today)
  return {
    start: days?.start,
    end: days?.end,
    granularity: granularity === 'daily' ? undefined : granularity,
    compare: isCompared ? 1 : undefined,
  }
}

export function isAsWritten(search: unknown, today: string): boolean {
  return Object.entries(addressOf(search, {}, today)).every(
    ([name, value]) => String(propertyOf(search, name)) === String(value),
  )
}

export function queryOf({ start, end, granularity }: RangeSearch) {
  return { startDate: start, endDate: end, granularity }
}

export function beforeOf(range: RangeSearch): RangeSearch {
  return { ...range, ...daysBefore(range) }
}
