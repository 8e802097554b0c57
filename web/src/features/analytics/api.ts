import { usership } from '@rootsquare/contract/analytics'
import type { Series } from '@rootsquare/contract/analytics'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Metric, Subject } from '#web/features/analytics/metrics.ts'
import { beforeOf, isTooLong, queryOf } from '#web/features/analytics/range-search.ts'
import type { RangeSearch } from '#web/features/analytics/range-search.ts'
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

type Asked = { subject: Subject; metric: Metric; which: Which; range: RangeSearch }
type InSight = Record<Which, (Series | undefined)[]>

function seriesOf({ subject, metric, which, range }: Asked) {
  return queryOptions({
    queryKey: [...keys.metric(subject, metric.title, which), queryOf(range)] as const,
    queryFn: async ({ signal }) => (await metric.ask(subject.id, { query: queryOf(range), signal })).data,
    refetchOnReconnect: true,
  })
}

/**
 * All at once, each by itself; the time before only where somebody wants to see it. While those of another time come,
 * the figures in sight stay there.
 */
export function useFigures(subject: Subject, metrics: Metric[], range: RangeSearch) {
  // Where many are asked at once, the library does not know which of them followed which.
  const inSight = useRef<InSight>({ now: [], before: [] })
  const isAsked = !isTooLong(range)
  const now = useQueries({
    queries: metrics.map((metric, at) => ({
      ...seriesOf({ subject, metric, which: 'now', range }),
      placeholderData: () => inSight.current.now[at],
      enabled: isAsked,
    })),
  })
  const before = useQueries({
    queries: metrics.map((metric, at) => ({
      ...seriesOf({ subject, metric, which: 'before', range: beforeOf(range) }),
      placeholderData: () => inSight.current.before[at],
      enabled: isAsked && range.isCompared,
    })),
  })
  useEffect(() => {
    const dataOf = ({ data }: { data: Series | undefined }) => data
    inSight.current = { now: now.map(dataOf), before: range.isCompared ? before.map(dataOf) : [] }
  })
  return metrics.flatMap((metric, at) => {
    const [own, earlier] = [now[at], before[at]]
    return own && earlier ? { metric, now: own, before: range.isCompared ? earlier : undefined } : []
  })
}

export type Figure = ReturnType<typeof useFigures>[number]
