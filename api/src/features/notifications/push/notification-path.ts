import type { Notification } from '@rootsquare/contract/notifications'

const listPath = '/notifications'

/**
 * Returns the page of the web app that a notification opens, like `notificationLink` of the web app. The title of an order
 * is its reference.
 */
export function notificationPath({ kind, actors, actorCount, target }: Notification): string {
  const [newest] = actors
  const profile = newest ? `/u/${encodeURIComponent(newest.username)}` : listPath
  if (target === null) {
    if (kind !== 'FOLLOW') return listPath
    return actorCount === 1 ? profile : '/profile/followers'
  }
  const { type, id, title, postId, isSale } = target
  if (type === 'post') return `/post/${id}`
  if (type === 'comment') return postId === null ? listPath : `/post/${postId}?comment=${id}`
  if (type === 'group') return kind === 'PROPOSAL' ? `/group/${id}/proposals` : `/group/${id}`
  if (type === 'item') return `/marketplace?item=${id}`
  if (type === 'order') return isSale ? `/received-order/${id}` : `/my-order/${encodeURIComponent(title)}`
  if (type === 'dispute') return `/disputes/${id}`
  if (type === 'payout') return '/received-orders'
  return profile
}
