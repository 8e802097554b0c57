import { expect, test } from 'vitest'
import { notificationPath } from './notification-display.ts'
import type { Notification } from './notifications.ts'

const actor = {
  id: 4,
  username: 'ada.obi',
  firstname: 'Ada',
  lastname: 'Obi',
  profileImage: null,
  isFollowedByUser: false,
}
const sample: Notification = {
  id: 1,
  kind: 'ORDER',
  actors: [],
  actorCount: 0,
  target: null,
  excerpt: null,
  text: 'Something happened',
  read: false,
  createdDate: '2026-11-17T00:00:00.000Z',
}
type Target = NonNullable<Notification['target']>
const about = (type: Target['type'], target: Partial<Target> = {}) => ({
  target: { type, id: 7, title: 'RS/1', thumbnail: null, postId: null, isSale: false, ...target },
})

test.each<[string, Partial<Notification>, string]>([
  ['a post', about('post'), '/post/7'],
  ['a comment', about('comment', { postId: 9 }), '/post/9?comment=7'],
  ['a comment without its post', about('comment'), '/notifications'],
  ['a group', { kind: 'MODERATION', ...about('group') }, '/group/7'],
  ['a proposal', { kind: 'PROPOSAL', ...about('group') }, '/group/7/proposals'],
  ['an item', about('item'), '/marketplace?item=7'],
  ['an order', about('order'), '/my-order/RS%2F1'],
  ['a sale', about('order', { isSale: true }), '/received-order/7'],
  ['a dispute', about('dispute'), '/disputes/7'],
  ['a payout', about('payout'), '/payouts'],
  ['one follower', { kind: 'FOLLOW', actors: [actor], actorCount: 1 }, '/u/ada.obi'],
  ['two followers', { kind: 'FOLLOW', actors: [actor], actorCount: 2 }, '/profile/followers'],
  ['something that is gone', {}, '/notifications'],
])('%s leads to its page', (_, notification, path) => {
  expect(notificationPath({ ...sample, ...notification })).toBe(path)
})
