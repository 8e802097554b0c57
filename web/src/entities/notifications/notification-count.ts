import { countNotifications } from '@rootsquare/contract/notifications'
import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/net/call.ts'
import { nowAndAfterLoading } from '#web/lib/net/patch-query.ts'

/** All, those that speak to the member, or those of buying and selling. */
export type NotificationFilter = 'all' | 'mentions' | 'orders'

const root = ['notifications'] as const

export const notificationKeys = {
  all: root,
  unread: () => [...root, 'unread'] as const,
  allNewest: () => [...root, 'newest'] as const,
  /** The first rows as the server has them now. */
  newest: (filter: NotificationFilter) => [...root, 'newest', filter] as const,
  lists: () => [...root, 'list'] as const,
  /** The rows as they are shown. */
  list: (filter: NotificationFilter) => [...root, 'list', filter] as const,
  settings: () => [...root, 'settings'] as const,
}

export function unreadNotifications() {
  return queryOptions({
    queryKey: notificationKeys.unread(),
    queryFn: async ({ signal }) => (await call(countNotifications, { signal })).data.count,
  })
}

/** The count from the live stream, which changes with what is new and with what was read, here or elsewhere. */
export function applyUnread(queryClient: QueryClient, unread: number): void {
  const key = notificationKeys.unread()
  nowAndAfterLoading(queryClient, key, () => queryClient.setQueryData<number>(key, unread))
  reloadNotifications(queryClient)
}

/** Loads what is shown of them, but not the count. */
export function reloadNotifications(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: notificationKeys.allNewest() })
}
