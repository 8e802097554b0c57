import type { Notification } from './notifications.ts'

/** Returns the page that a notification opens: from the list, from a push and from a mail. */
export function notificationPage({ kind, actors, actorCount, target }: Notification) {
  const [newest] = actors
  if (target === null) {
    if (kind !== 'FOLLOW') return listPage
    if (actorCount === 1 && newest) return profileOf(newest.username)
    return { to: '/profile/{-$tab}', params: { tab: 'followers' } } as const
  }
  const id = String(target.id)
  switch (target.type) {
    case 'post':
      return { to: '/post/$id', params: { id } } as const
    case 'comment':
      if (target.postId === null) return listPage
      return {
        to: '/post/$id',
        params: { id: String(target.postId) },
        search: { comment: target.id },
      } as const
    case 'group':
      return kind === 'PROPOSAL'
        ? ({ to: '/group/$groupId/proposals', params: { groupId: id } } as const)
        : ({ to: '/group/$groupId', params: { groupId: id } } as const)
    case 'item':
      return { to: '/marketplace', search: { item: target.id } } as const
    case 'order':
      return target.isSale
        ? ({ to: '/received-order/$orderId', params: { orderId: id } } as const)
        : // Its title is the reference, by which the page of an order is found.
          ({ to: '/my-order/$reference', params: { reference: target.title } } as const)
    case 'user':
      return newest ? profileOf(newest.username) : listPage
    case 'dispute':
      return { to: '/disputes/$disputeId', params: { disputeId: id } } as const
    case 'payout':
      return { to: '/payouts' } as const
  }
}

const listPage = { to: '/notifications' } as const
const profileOf = (username: string) => ({ to: '/u/$username', params: { username } }) as const

type Page = {
  to: string
  params?: Record<string, string | undefined>
  search?: Record<string, number | undefined>
}

/** Returns the address of that page, for pushes and mails. */
export function notificationPath(notification: Notification): string {
  const { to, params = {}, search = {} }: Page = notificationPage(notification)
  const path = to.replaceAll(/\{-\$(\w+)\}|\$(\w+)/g, (_, optional?: string, name?: string) =>
    encodeURIComponent(params[optional ?? name ?? ''] ?? ''),
  )
  const query = Object.entries(search).map(([name, value]) => `${name}=${value}`)
  return [path, ...query].join('?')
}

/** Returns the address of a conversation, for pushes and mails about messages, which have no notifications. */
export const conversationPath = (userId: number) => `/messages/${userId}`

/** Returns the text or title that stands beside the sentence, unless the sentence contains it. */
export function notificationQuote({ text, target, excerpt }: Notification): string | null {
  const title = target && !text.includes(target.title) ? target.title : null
  return excerpt ?? title
}
