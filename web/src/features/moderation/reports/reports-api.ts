import { getPost } from '@rootsquare/contract/posts'
import { listReports, resolveReport } from '@rootsquare/contract/reports'
import type { ReportRecord, ReportsQuery } from '@rootsquare/contract/reports'
import type { Paged } from '@rootsquare/contract/lib/paged'
import { keepPreviousData, queryOptions, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { reloadModeration, moderationKeys } from '#web/features/moderation/moderation-api.ts'
import { call } from '#web/lib/net/call.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'

export type Reports = Paged<ReportRecord>
const noActions: ReportRecord['can'] = { resolve: false, remove: false, suspend: false, ban: false }

type Change = (report: ReportRecord) => ReportRecord

/** Lists reports. The previous page is shown while the next one loads. */
export function reportsOf(query: ReportsQuery) {
  return queryOptions({
    queryKey: [...moderationKeys.reports, query],
    queryFn: async ({ signal }) => (await call(listReports, { query, signal })).data,
    placeholderData: keepPreviousData,
  })
}

/** Loads one report, which may be on no loaded page. */
export function reportOf(reportId: number) {
  const query = { reportId, page: 0, size: 1 }
  return queryOptions({
    queryKey: [...moderationKeys.reports, query],
    queryFn: async ({ signal }) => (await call(listReports, { query, signal })).data,
  })
}

/** Loads the current post without a cache, because the decision depends on it. */
export function reportedPostOf(id: number) {
  return queryOptions({
    queryKey: [...moderationKeys.all, 'post', id],
    queryFn: async ({ signal }) => (await call(getPost, { params: { id }, signal })).data,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

const resolving = ['resolve-report']

/** Returns the ids of the reports that are being resolved. Several can be resolved at once. */
export function useBeingResolved(): unknown[] {
  return useMutationState({
    filters: { mutationKey: resolving, status: 'pending' },
    select: ({ state }) => state.variables,
  })
}

export function useResolve() {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationKey: resolving,
    mutationFn: (id: number) => call(resolveReport, { params: { id } }),
    onSuccess: ({ data }) => changeReports(queryClient, (report) => (report.id === data.id ? data : report)),
    // A rejection also means that the list is out of date.
    onSettled: () => reloadModeration(queryClient),
  })
}

/** Marks all reports on a suspended or banned member as addressed; after a ban no action is left. */
export function markReportsAddressed(queryClient: QueryClient, userId: number, isBanned: boolean): void {
  changeReports(queryClient, (report) => {
    if (report.userId !== userId) return report
    const can = isBanned ? noActions : { ...report.can, resolve: false }
    return { ...report, addressed: true, can }
  })
}

/** Returns the name of a member or group in a filter, if a loaded list has it. */
export function nameInReports(
  queryClient: QueryClient,
  find: (report: ReportRecord) => string | null,
): string | null {
  const lists = queryClient.getQueriesData<Reports>({ queryKey: moderationKeys.reports })
  for (const [, list] of lists) {
    const name = list?.content.map(find).find((found) => found !== null)
    if (name != null) return name
  }
  return null
}

function changeReports(queryClient: QueryClient, change: Change): void {
  queryClient.setQueriesData<Reports>(
    { queryKey: moderationKeys.reports },
    (list) => list && { ...list, content: list.content.map(change) },
  )
}
