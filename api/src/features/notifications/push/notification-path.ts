import type { Notification } from '@rootsquare/contract/notifications'

const list = '/notifications'

/** The page of the web app that a notification is about: the same as `notificationLink` of the web app. An order’s title is its reference. */
export function notificationPath({ kind, actors, actorCount, target }: Notification): string {
  const [newest] = actors
  const profile = newest ? `/u/${encodeURIComponent(newest.username)}` : list
  if (target === null) {
    if (kind !== 'FOLLOW') return list
    return actorCount === 1 ? profile : '/profile/followers'
  }
  const { type, id, title, postId, isSale } = target
  if (type === 'post') return `/post/${id}`
  if (type === 'comment') return postId === null ? list : `/post/${postId}?comment=${id}`
  if (type === 'group') return kind === 'PROPOSAL' ? `/group/${id}/proposals` : `/group/${id}`
  if (type === 'item') return `/marketplace?item=${id}`
  if (type === 'order') return isSale ? `/received-order/${id}` : `/my-order/${encodeURIComponent(title)}`
  if (type === 'dispute') return `/disputes/${id}`
  if (type === 'payout') return '/received-orders'
  return profile
}
