import type { Notification, NotificationPage } from '@rootsquare/contract/notifications'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { notificationKeys } from '#web/entities/notifications/notification-keys.ts'
import { patchPages } from '#web/lib/net/patch-pages.ts'
import { nowAndAfterLoading, patchQuery } from '#web/lib/net/patch-query.ts'

export type NotificationData = InfiniteData<NotificationPage>

/** Marks notifications as read in all lists, also in those that are loading. */
export function markRead(queryClient: QueryClient, ids: number[]): void {
  const change = (rows: Notification[]) =>
    rows.map((row) => (ids.includes(row.id) ? { ...row, read: true } : row))
  const patchAll = <Data>(queryKey: QueryKey, patch: (data: Data) => Data) => {
    for (const { queryKey: key } of queryClient.getQueryCache().findAll({ queryKey }))
      nowAndAfterLoading(queryClient, key, () => patchQuery<Data>(queryClient, key, patch))
  }
  patchAll<NotificationData>(notificationKeys.lists(), (data) => patchPages(data, change))
  patchAll<NotificationPage>(notificationKeys.allNewest(), (page) => ({
    ...page,
    content: change(page.content),
  }))
}

/** Returns the ids of all unread notifications that are shown. */
export function unreadIds(queryClient: QueryClient): number[] {
  const loaded = queryClient.getQueriesData<NotificationData>({ queryKey: notificationKeys.lists() })
  const rows = loaded.flatMap(([, data]) => data?.pages.flatMap(({ content }) => content) ?? [])
  return [...new Set(rows.filter(({ read }) => !read).map(({ id }) => id))]
}
