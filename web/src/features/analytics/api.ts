import { getUsership, type Series } from '@rootsquare/contract/analytics'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Metric, AnalyticsSubject } from '#web/features/analytics/metrics.ts'
import {
  previousRange,
  isTooLong,
  seriesQueryOf,
  type RangeSearch,
} from '#web/features/analytics/range-search.ts'
import { call } from '#web/lib/net/call.ts'

type Which = 'now' | 'before'

const keys = {
  usership: (id: number) => ['analytics', 'usership', id] as const,
  metric: ({ kind, id }: AnalyticsSubject, title: string, which: Which) =>
    ['analytics', kind, id, title, which] as const,
}

export function useUsership(id: number) {
  return useQuery({
    queryKey: keys.usership(id),
    queryFn: async ({ signal }) => (await call(getUsership, { params: { id }, signal })).data,
  })
}

type SeriesOptions = { subject: AnalyticsSubject; metric: Metric; which: Which; range: RangeSearch }
type ShownSeries = Record<Which, (Series | undefined)[]>

function seriesOf({ subject, metric, which, range }: SeriesOptions) {
  return queryOptions({
    queryKey: [...keys.metric(subject, metric.title, which), seriesQueryOf(range)] as const,
    queryFn: async ({ signal }) =>
      (await metric.load(subject.id, { query: seriesQueryOf(range), signal })).data,
    refetchOnReconnect: true,
  })
}

/**
 * Loads all figures at once, and those of the previous range only for a comparison. The displayed figures stay on screen
 * while another range loads.
 */
export function useFigures(subject: AnalyticsSubject, metrics: Metric[], range: RangeSearch) {
  // With useQueries, placeholderData does not receive the data of the previous query.
  const shown = useRef<ShownSeries>({ now: [], before: [] })
  const isEnabled = !isTooLong(range)
  const queriesOf = (which: Which, days: RangeSearch, enabled: boolean) =>
    metrics.map((metric, at) => ({
      ...seriesOf({ subject, metric, which, range: days }),
      placeholderData: () => shown.current[which][at],
      enabled,
    }))
  const now = useQueries({ queries: queriesOf('now', range, isEnabled) })
  const before = useQueries({
    queries: queriesOf('before', previousRange(range), isEnabled && range.isCompared),
  })
  useEffect(() => {
    const dataOf = ({ data }: { data: Series | undefined }) => data
    shown.current = { now: now.map(dataOf), before: range.isCompared ? before.map(dataOf) : [] }
  })
  return metrics.flatMap((metric, at) => {
    const [own, earlier] = [now[at], before[at]]
    return own && earlier ? { metric, now: own, before: range.isCompared ? earlier : undefined } : []
  })
}

export type Figure = ReturnType<typeof useFigures>[number]
