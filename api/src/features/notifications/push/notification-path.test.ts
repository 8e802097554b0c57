import { expect, test } from 'vitest'
import type { Notification } from '@rootsquare/contract/notifications'
import { notificationPath } from './notification-path.ts'

const about = (type: NonNullable<Notification['target']>['type'], isSale = false): Notification => ({
  id: 1,
  kind: 'ORDER',
  actors: [],
  actorCount: 0,
  target: { type, id: 7, title: 'RS/1', thumbnail: null, postId: null, isSale },
  excerpt: null,
  text: 'Your order RS/1 is paid',
  read: false,
  createdDate: '2026-11-17T00:00:00.000Z',
})

test.each([
  ['an order', about('order'), '/my-order/RS%2F1'],
  ['a sale', about('order', true), '/received-order/7'],
  ['a dispute', about('dispute'), '/disputes/7'],
  ['a payout', about('payout'), '/received-orders'],
  ['a comment without its post', about('comment'), '/notifications'],
])('the push for %s leads to the same page as its row in the list', (_, notification, path) => {
  expect(notificationPath(notification)).toBe(path)
})
