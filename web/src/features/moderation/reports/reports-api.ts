import { getPost } from '@rootsquare/contract/posts'
import { listReports, resolveReport } from '@rootsquare/contract/reports'
import type { ReportRecord, ReportsQuery } from '@rootsquare/contract/reports'
import type { Paged } from '@rootsquare/contract/lib/paged'
import { keepPreviousData, queryOptions, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { reloadModeration, moderationKeys } from '#web/features/moderation/moderation-api.ts'
import { call } from '#web/lib/net/call.ts'
import { useMemberMutation } from '#web/lib/net/use-member-mutation.ts'

export type Reports = Paged<ReportRecord>
const nothing: ReportRecord['can'] = { resolve: false, remove: false, suspend: false, ban: false }

type Change = (report: ReportRecord) => ReportRecord

/** While the next page loads, the one before stays on screen. */
export function reportsOf(query: ReportsQuery) {
  return queryOptions({
    queryKey: [...moderationKeys.reports, query],
    queryFn: async ({ signal }) => (await call(listReports, { query, signal })).data,
    placeholderData: keepPreviousData,
  })
}

/** A report that may be on no page that was loaded. */
export function reportOf(reportId: number) {
  const query = { reportId, page: 0, size: 1 }
  return queryOptions({
    queryKey: [...moderationKeys.reports, query],
    queryFn: async ({ signal }) => (await call(listReports, { query, signal })).data,
  })
}

/** The post as it is now. Always loaded again, because the decision is about it. */
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

/** The reports that are being resolved now: one need not wait for another. */
export function useBeingResolved(): unknown[] {
  return useMutationState({
    filters: { mutationKey: resolving, status: 'pending' },
    select: ({ state }) => state.variables,
  })
}

export function useResolve() {
  const queryClient = useQueryClient()
  return useMemberMutation({
    mutationKey: resolving,
    mutationFn: (id: number) => call(resolveReport, { params: { id } }),
    onSuccess: ({ data }) => changeReports(queryClient, (report) => (report.id === data.id ? data : report)),
    // Also after a rejection, which says that the list is out of date.
    onSettled: () => reloadModeration(queryClient),
  })
}

/** A suspension or ban resolves all reports on the member; after a ban there is nothing more to do. */
export function markReportsAddressed(queryClient: QueryClient, userId: number, isBanned: boolean): void {
  changeReports(queryClient, (report) => {
    if (report.userId !== userId) return report
    const can = isBanned ? nothing : { ...report.can, resolve: false }
    return { ...report, addressed: true, can }
  })
}

/** The name of a member or group in a filter, if a loaded list has it. */
export function knownIn(
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
