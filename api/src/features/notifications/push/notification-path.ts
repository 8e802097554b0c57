import type { Notification } from '@rootsquare/contract/notifications'

const list = '/notifications'

/** The page of the web app that a notification is about, as in its own list. */
export function pathOf({ kind, actors, actorCount, target }: Notification): string {
  const [newest] = actors
  const profile = newest ? `/u/${encodeURIComponent(newest.username)}` : list
  if (target === null) {
    if (kind !== 'FOLLOW') return list
    return actorCount === 1 ? profile : '/profile/followers'
  }
  const { type, id, postId, isSale } = target
  if (type === 'post') return `/post/${id}`
  if (type === 'comment') return postId === null ? list : `/post/${postId}?comment=${id}`
  if (type === 'group') return kind === 'PROPOSAL' ? `/group/${id}/proposals` : `/group/${id}`
  if (type === 'item') return `/marketplace?item=${id}`
  if (type === 'order') return isSale ? `/received-order/${id}` : '/my-orders'
  if (type === 'user') return profile
  return list
}
