import { maxDays } from '@rootsquare/contract/analytics'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { addDays, addMonths, countDays, daysBefore, isDay, todayInLagos } from '#web/lib/format/days.ts'
import type { DayRange } from '#web/lib/format/days.ts'
import { oneOf, paramsOf, textIn, useSetSearch, type Params } from '#web/lib/navigation/search-params.ts'

export const granularities = ['daily', 'weekly', 'monthly'] as const
type Granularity = (typeof granularities)[number]

/** The settings that the URL of a statistics page contains. */
export type RangeSearch = DayRange & { granularity: Granularity; isCompared: boolean }

export type RangeChange = { days?: DayRange; granularity?: Granularity; isCompared?: boolean }

export const isTooLong = (days: DayRange) => countDays(days) > maxDays

/** Moves the last day if the first would pass it. The number of days stays the same, except for future days. */
export function moveStart(days: DayRange, start: string): DayRange {
  if (start <= days.end) return { start, end: days.end }
  const [today, end] = [todayInLagos(), addDays(start, stepsIn(days))]
  const last = end < today ? end : today
  return { start, end: last < start ? start : last }
}

/** Moves the first day if the last would come before it. */
export function moveEnd(days: DayRange, end: string): DayRange {
  if (days.start <= end) return { start: days.start, end }
  const start = addDays(end, -stepsIn(days))
  return { start: isDay(start) ? start : end, end }
}

function stepsIn(days: DayRange): number {
  return Math.min(countDays(days), maxDays) - 1
}

/** Reads the URL and treats invalid values as missing. */
export function readRange(search: unknown, today: string): RangeSearch {
  return {
    ...(daysIn(search, today) ?? lastMonth(today)),
    granularity: oneOf(granularities, textIn(search, 'granularity')) ?? 'daily',
    isCompared: textIn(search, 'compare') === '1',
  }
}

/** Returns the chosen days; undefined if there are none or they are invalid. */
function daysIn(search: unknown, today: string): DayRange | undefined {
  const [start, end] = [textIn(search, 'start'), textIn(search, 'end')]
  const days = [start, end].filter((day) => day !== undefined)
  if (days.length === 0 || !days.every(isDay)) return undefined
  const last = end ?? today
  const first = start ?? addMonths(last, -1)
  return first <= last ? { start: first, end: last } : undefined
}

export function lastMonth(today: string): DayRange {
  return { start: addMonths(today, -1), end: today }
}

/** Writes both days if any are chosen, so that a link shows the same days tomorrow. */
export function rangeParams(search: unknown, changes: RangeChange, today: string) {
  const { granularity, isCompared } = { ...readRange(search, today), ...changes }
  const days = changes.days ?? daysIn(search, today)
  return paramsOf({
    start: days?.start,
    end: days?.end,
    granularity: granularity === 'daily' ? undefined : granularity,
    compare: isCompared ? 1 : undefined,
  })
}

export function isCanonicalRange(search: unknown, today: string): boolean {
  return Object.entries(rangeParams(search, {}, today)).every(
    ([name, value]) => textIn(search, name) === value,
  )
}

export function seriesQueryOf({ start, end, granularity }: RangeSearch) {
  return { startDate: start, endDate: end, granularity }
}

export function previousRange(range: RangeSearch): RangeSearch {
  return { ...range, ...daysBefore(range) }
}

export function useRangeSearch() {
  const setSearch = useSetSearch()
  const today = todayInLagos()
  const search = useSearch({ strict: false })
  const isCanonical = isCanonicalRange(search, today)

  useEffect(() => {
    if (!isCanonical) setSearch((now) => changed(now, {}, today), { isReplaced: true })
  }, [isCanonical, setSearch, today])

  return {
    range: readRange(search, today),
    change: (changes: RangeChange) =>
      // Back undoes only changes of the dates, because arrow keys would add an entry for every granularity they pass.
      setSearch((now) => changed(now, changes, today), { isReplaced: changes.days === undefined }),
  }
}

/** The parameters always have the same order. */
function changed(now: unknown, changes: RangeChange, today: string): Params {
  const own = rangeParams(now, changes, today)
  return { ...own, ...Object(now), ...own }
}
