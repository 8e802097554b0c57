import { countUnread } from '@rootsquare/contract/messages'
import { queryOptions } from '@tanstack/react-query'
import { messageKeys } from '#web/entities/messages/message-keys.ts'
import { call } from '#web/lib/net/call.ts'

// This is separate from the lists of messages, because the badge is on every page.

/** Returns how many senders have unread messages. */
export function unreadMessageCount() {
  return queryOptions({
    queryKey: messageKeys.unread(),
    meta: { saved: 'part' },
    queryFn: async ({ signal }) => (await call(countUnread, { signal })).data.senders,
  })
}
