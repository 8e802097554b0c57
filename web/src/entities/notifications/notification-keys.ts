/** The filters: all notifications, those that address the member, or those about trade. */
export type NotificationFilter = 'all' | 'mentions' | 'orders'

const root = ['notifications'] as const

export const notificationKeys = {
  all: root,
  unread: () => [...root, 'unread'] as const,
  allNewest: () => [...root, 'newest'] as const,
  /** The first rows as they are on the server now. */
  newest: (filter: NotificationFilter) => [...root, 'newest', filter] as const,
  lists: () => [...root, 'list'] as const,
  /** The rows as they are shown. */
  list: (filter: NotificationFilter) => [...root, 'list', filter] as const,
  read: () => [...root, 'read'] as const,
  settings: () => [...root, 'settings'] as const,
}
