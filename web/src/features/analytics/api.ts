import { usership } from '@rootsquare/contract/analytics'
import type { Series } from '@rootsquare/contract/analytics'
import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Metric, Subject } from '#web/features/analytics/metrics.ts'
import { beforeOf, isTooLong, queryOf } from '#web/features/analytics/range-search.ts'
import type { RangeSearch } from '#web/features/analytics/range-search.ts'
import { call } from '#web/lib/call.ts'

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

/** While those of another time come, the figures before stay in sight. */
function seriesOf(queryClient: QueryClient, { subject, metric, which, range }: Asked) {
  const queryKey = keys.metric(subject, metric.title, which)
  return queryOptions({
    queryKey: [...queryKey, queryOf(range)] as const,
    queryFn: async ({ signal }) => (await metric.ask(subject.id, { query: queryOf(range), signal })).data,
    // Where many are asked at once, the library does not know which of them followed which.
    placeholderData: () => latestOf(queryClient.getQueriesData<Series>({ queryKey })),
    refetchOnReconnect: true,
  })
}

function latestOf(known: [QueryKey, Series | undefined][]): Series | undefined {
  return known.findLast(([, series]) => series !== undefined)?.[1]
}

/** All at once, each by itself; the time before only where somebody wants to see it. */
export function useFigures(subject: Subject, metrics: Metric[], range: RangeSearch) {
  const queryClient = useQueryClient()
  const isAsked = !isTooLong(range)
  const now = useQueries({
    queries: metrics.map((metric) => ({
      ...seriesOf(queryClient, { subject, metric, which: 'now', range }),
      enabled: isAsked,
    })),
  })
  const before = useQueries({
    queries: metrics.map((metric) => ({
      ...seriesOf(queryClient, { subject, metric, which: 'before', range: beforeOf(range) }),
      enabled: isAsked && range.isCompared,
    })),
  })
  return metrics.flatMap((metric, at) => {
    const [own, earlier] = [now[at], before[at]]
    return own && earlier ? { metric, now: own, before: range.isCompared ? earlier : undefined } : []
  })
}

export type Figure = ReturnType<typeof useFigures>[number]
