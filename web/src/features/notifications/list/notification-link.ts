import type { Notification } from '@rootsquare/contract/notifications'
import { linkOptions } from '@tanstack/react-router'
import { routes } from '#web/lib/navigation/route-names.ts'

/** Returns the link of a row. Something without a page of its own links to the list that contains it. */
export function notificationLink({ kind, actors, actorCount, target }: Notification) {
  const [first] = actors
  if (target === null) {
    if (kind !== 'FOLLOW') return linkOptions({ to: '/notifications' })
    if (actorCount === 1 && first) return memberLink(first.username)
    return linkOptions({ to: routes.UserProfile, params: { tab: 'followers' } })
  }
  switch (target.type) {
    case 'post':
      return linkOptions({ to: routes.Post, params: { id: String(target.id) } })
    case 'comment':
      return linkOptions({
        to: routes.Post,
        params: { id: String(target.postId) },
        search: { comment: target.id },
      })
    case 'group':
      return kind === 'PROPOSAL'
        ? linkOptions({ to: '/group/$groupId/proposals', params: { groupId: String(target.id) } })
        : linkOptions({ to: '/group/$groupId', params: { groupId: String(target.id) } })
    case 'item':
      return linkOptions({ to: '/marketplace', search: { item: target.id } })
    case 'order':
      return target.isSale
        ? linkOptions({ to: '/received-order/$orderId', params: { orderId: String(target.id) } })
        : // Its title is the reference, by which the page of an order is found.
          linkOptions({ to: routes.OrderDetails, params: { reference: target.title } })
    case 'user':
      return first ? memberLink(first.username) : linkOptions({ to: '/notifications' })
    case 'dispute':
      return linkOptions({ to: '/disputes/$disputeId', params: { disputeId: String(target.id) } })
    case 'payout':
      return linkOptions({ to: '/payouts' })
  }
}

function memberLink(username: string) {
  return linkOptions({ to: '/u/$username', params: { username } })
}
