import { countUnread } from '@rootsquare/contract/messages'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/net/call.ts'

// This is separate from the lists of messages, because the badge is on every page.

const root = ['messages'] as const

export const messageKeys = {
  all: root,
  unread: () => [...root, 'unread'] as const,
  threads: () => [...root, 'threads'] as const,
  /** The other member; 0 for automated messages. */
  thread: (userId: number) => [...root, 'thread', userId] as const,
}

/** Returns how many senders have unread messages. */
export function unreadMessageCount() {
  return queryOptions({
    queryKey: messageKeys.unread(),
    queryFn: async ({ signal }) => (await call(countUnread, { signal })).data.senders,
  })
}
