import { useQuery } from '@tanstack/react-query'
import { cart, inbox, notifications } from '#web/app/shell/menu-links.ts'
import { cartOf } from '#web/entities/cart/cart-query.ts'
import { unreadMessageCount } from '#web/entities/messages/unread-count.ts'
import { useUnreadNotifications } from '#web/entities/notifications/notification-count.ts'
import { numberText, quantityText } from '#web/lib/format/count-text.ts'

type LinkCount = { count: number; label: string }

export function useCartCount(): LinkCount {
  const { data: count = 0 } = useQuery({ ...cartOf(), select: ({ length }) => length })
  return { count, label: count === 0 ? cart.name : `${cart.name}, ${quantityText(count, 'item')}` }
}

export function useInboxUnread(): LinkCount {
  const { data: count = 0 } = useQuery(unreadMessageCount())
  const text = quantityText(count, 'unread conversation')
  return { count, label: count === 0 ? inbox.name : `${inbox.name}, ${text}` }
}

export function useNotificationCount(): LinkCount {
  const count = useUnreadNotifications()
  const { name } = notifications
  return { count, label: count === 0 ? name : `${name}, ${numberText(count)} unread` }
}
