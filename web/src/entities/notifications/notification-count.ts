import { countNotifications } from '@rootsquare/contract/notifications'
import { queryOptions, type Query, type QueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/net/call.ts'
import { afterLoading, nowAndAfterLoading } from '#web/lib/net/patch-query.ts'

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

/** Those whose reply is on its way, and may be older than a change that was announced meanwhile. */
const reloadedLater = new WeakSet<Query>()

/**
 * Loads what is shown of them, but not the count. A load that is under way is not broken off: where changes come faster than
 * replies, none would ever arrive.
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
