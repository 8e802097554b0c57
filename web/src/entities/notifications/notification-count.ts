import { countNotifications, type Notification } from '@rootsquare/contract/notifications'
import { queryOptions, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MutationState, Query, QueryClient } from '@tanstack/react-query'
import { notificationKeys } from '#web/entities/notifications/notification-keys.ts'
import { call } from '#web/lib/net/call.ts'
import { afterLoading, nowAndAfterLoading } from '#web/lib/net/patch-query.ts'

export function unreadNotifications() {
  return queryOptions({
    queryKey: notificationKeys.unread(),
    meta: { saved: 'part' },
    queryFn: async ({ signal }) => (await call(countNotifications, { signal })).data.count,
  })
}

/** Marks notifications as read. `updates` says how often the unread ones had been counted before. */
export type PendingRead = { ids: number[]; isAll: boolean; updates: number }

function usePendingReads(): PendingRead[] {
  const filters = { mutationKey: notificationKeys.read(), status: 'pending' } as const
  const states = useMutationState<MutationState<unknown, Error, PendingRead>>({ filters })
  return states.flatMap(({ variables }) => variables ?? [])
}

export function useIsRead({ id, read }: Notification): boolean {
  return usePendingReads().some(({ ids }) => ids.includes(id)) || read
}

/** Returns the number of unread notifications without those that are being marked as read. */
export function useUnreadNotifications(): number {
  const queryClient = useQueryClient()
  const { data: count = 0 } = useQuery(unreadNotifications())
  const counted = queryClient.getQueryState(notificationKeys.unread())?.dataUpdateCount
  // A later count includes them already.
  const reads = usePendingReads().filter(({ updates }) => updates === counted)
  return reads.some(({ isAll }) => isAll) ? 0 : Math.max(0, count - reads.flatMap(({ ids }) => ids).length)
}

/** Applies the count from the live stream, which changes when notifications arrive or are read anywhere. */
export function applyUnread(queryClient: QueryClient, unread: number): void {
  const key = notificationKeys.unread()
  nowAndAfterLoading(queryClient, key, () => queryClient.setQueryData<number>(key, unread))
  reloadNotifications(queryClient)
}

/** Queries whose reply is under way and may be older than a change that was announced since. */
const reloadedLater = new WeakSet<Query>()

/**
 * Reloads the shown notifications, but not the count. A running load is not cancelled: if changes came faster than
 * replies, no reply would ever arrive.
 */
export function reloadNotifications(queryClient: QueryClient): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: notificationKeys.allNewest() })) {
    const reload = () => {
      reloadedLater.delete(query)
      void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
    if (query.state.fetchStatus !== 'fetching') reload()
    else if (!reloadedLater.has(query)) {
      reloadedLater.add(query)
      afterLoading(queryClient, query, reload)
    }
  }
}
