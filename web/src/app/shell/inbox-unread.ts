import { useQuery } from '@tanstack/react-query'
import { inbox } from '#web/app/shell/menu-links.ts'
import { unreadOf } from '#web/entities/messages/messages-api.ts'
import { quantityText } from '#web/lib/format/count-text.ts'

/** For the links to the inbox. */
export function useInboxUnread(): { count: number; label: string } {
  const { data: count = 0 } = useQuery(unreadOf())
  return {
    count,
    label: count === 0 ? inbox.name : `${inbox.name}, ${quantityText(count, 'unread conversation')}`,
  }
}
