import { mostDays } from '@rootsquare/contract/analytics'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { addMonths, countDays, daysBefore, isDay, todayInLagos } from '#web/lib/days.ts'
import type { Days } from '#web/lib/days.ts'
import { valueOf } from '#web/lib/kept.ts'
import { oneOf } from '#web/lib/table-search.ts'

export const granularities = ['daily', 'weekly', 'monthly'] as const
export type Granularity = (typeof granularities)[number]

/** What the address of analytics says. */
export type RangeSearch = Days & { granularity: Granularity; isCompared: boolean }

export function useRangeSearch() {
  const router = useRouter()
  const navigate = useNavigate()
  const today = todayInLagos()
  const range = readRange(useSearch({ strict: false }), today)

  function change(changes: Partial<RangeSearch>): void {
    // A calendar's own entry gives way, so that Back does not lead to a closed calendar.
    const isInLayer = (router.history.location.state.layers ?? []).length > 0
    void navigate({
      to: '.',
      search: (now) => ({ ...now, ...addressOf({ ...readRange(now, today), ...changes }, today) }),
      replace: isInLayer,
      state: { keepsFocus: true },
      resetScroll: false,
    })
  }

  return { range, change }
}

export const isTooLong = (days: Days) => countDays(days) > mostDays

/** What is broken or the wrong way round there counts as not given. */
function readRange(search: unknown, today: string): RangeSearch {
  const given = (name: string) => {
    const value = valueOf(search, name)
    return ['string', 'number'].includes(typeof value) ? String(value) : undefined
  }
  return {
    ...daysIn(given('start'), given('end'), today),
    granularity: oneOf(granularities, given('granularity')) ?? 'daily',
    isCompared: given('compare') === '1',
  }
}

function daysIn(start: string | undefined, end: string | undefined, today: string): Days {
  if ([start, end].some((day) => day !== undefined && !isDay(day))) return lastMonth(today)
  const last = end ?? today
  const first = start ?? addMonths(last, -1)
  return first <= last ? { start: first, end: last } : lastMonth(today)
}

export function lastMonth(today: string): Days {
  return { start: addMonths(today, -1), end: today }
}

function addressOf({ start, end, granularity, isCompared }: RangeSearch, today: string) {
  return {
    start: start === addMonths(end, -1) ? undefined : start,
    end: end === today ? undefined : end,
    granularity: granularity === 'daily' ? undefined : granularity,
    compare: isCompared ? 1 : undefined,
  }
}

export function queryOf({ start, end, granularity }: RangeSearch) {
  return { startDate: start, endDate: end, granularity }
}

export function beforeOf(range: RangeSearch): RangeSearch {
  return { ...range, ...daysBefore(range) }
}
