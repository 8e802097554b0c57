import { usership, type Series } from '@rootsquare/contract/analytics'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Metric, Subject } from '#web/features/analytics/metrics.ts'
import { beforeOf, isTooLong, queryOf, type RangeSearch } from '#web/features/analytics/range-search.ts'
import { call } from '#web/lib/net/call.ts'

type Which = 'now' | 'before'

const keys = {
  usership: (id: number) => ['analytics', 'usership', id] as const,
  metric: ({ kind, id }: Subject, title: string, which: Which) =>
    ['analytics', kind, id, title, which] as const,
}

export function useUsership(id: number) {
  return useQuery({
    queryKey: keys.usership(id),
    queryFn: async ({ signal }) => (await call(usership, { params: { id }, signal })).data,
  })
}

type SeriesOptions = { subject: Subject; metric: Metric; which: Which; range: RangeSearch }
type ShownSeries = Record<Which, (Series | undefined)[]>

function seriesOf({ subject, metric, which, range }: SeriesOptions) {
  return queryOptions({
    queryKey: [...keys.metric(subject, metric.title, which), queryOf(range)] as const,
    queryFn: async ({ signal }) => (await metric.load(subject.id, { query: queryOf(range), signal })).data,
    refetchOnReconnect: true,
  })
}

/**
 * Loads all figures at once, and the time before only where it is compared. While another time loads, the figures on
 * screen stay there.
 */
export function useFigures(subject: Subject, metrics: Metric[], range: RangeSearch) {
  // With useQueries, placeholderData does not get the data of the query before.
  const shown = useRef<ShownSeries>({ now: [], before: [] })
  const isEnabled = !isTooLong(range)
  const now = useQueries({
    queries: metrics.map((metric, at) => ({
      ...seriesOf({ subject, metric, which: 'now', range }),
      placeholderData: () => shown.current.now[at],
      enabled: isEnabled,
    })),
  })
  const before = useQueries({
    queries: metrics.map((metric, at) => ({
      ...seriesOf({ subject, metric, which: 'before', range: beforeOf(range) }),
      placeholderData: () => shown.current.before[at],
      enabled: isEnabled && range.isCompared,
    })),
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
