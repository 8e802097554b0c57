import { countUnread } from '@rootsquare/contract/messages'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/net/call.ts'

// Apart from the lists of messages, because the badge is on every page and they are not.

const root = ['messages'] as const

export const messageKeys = {
  all: root,
  unread: () => [...root, 'unread'] as const,
  threads: () => [...root, 'threads'] as const,
  /** With whom; 0 are the automated messages. */
  thread: (userId: number) => [...root, 'thread', userId] as const,
}

/** How many senders have unread messages. */
export function unreadOf() {
  return queryOptions({
    queryKey: messageKeys.unread(),
    queryFn: async ({ signal }) => (await call(countUnread, { signal })).data.senders,
  })
}
