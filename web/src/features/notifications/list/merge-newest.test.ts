import type { Notification } from '@rootsquare/contract/notifications'
import { expect, test } from 'vitest'
import type { NotificationData } from '#web/entities/notifications/notification-cache.ts'
import {
  newRows,
  notificationsIn,
  withNewestRows,
  withUpdatedRows,
} from '#web/features/notifications/list/merge-newest.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

/** Returns a notification of minute `at`, which is also the default id. */
function row(at: number, id = at, read = false): Notification {
  const createdDate = new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString()
  return {
    id,
    kind: 'LIKE',
    actors: [],
    actorCount: 1,
    target: null,
    excerpt: null,
    text: '',
    read,
    createdDate,
  }
}

const page = (rows: Notification[], nextCursor: string | null = 'next') => ({ content: rows, nextCursor })
const shown = (...pages: Notification[][]): NotificationData => ({
  pages: pages.map((rows) => page(rows, 'end')),
  pageParams: pages.map(() => null),
})
const idsOf = (data: NotificationData) => notificationsIn(data).map(({ id }) => id)

test('puts the newest rows above those loaded before', () => {
  const merged = withNewestRows(shown([row(9), row(8)], [row(7), row(6)]), page([row(10), row(9)]))
  expect(idsOf(merged)).toEqual([10, 9, 8, 7, 6])
  expect(lastOf(merged.pages)?.nextCursor).toBe('end')
})

test('lists a row that has moved up once', () => {
  expect(idsOf(withNewestRows(shown([row(9), row(8)], [row(7)]), page([row(10, 7), row(9)])))).toEqual([
    7, 9, 8,
  ])
})

test('removes deleted rows and keeps older ones', () => {
  expect(idsOf(withNewestRows(shown([row(9), row(8)], [row(7)]), page([row(9), row(7)])))).toEqual([9, 7])
})

test('drops old rows if there is a gap below the new ones', () => {
  const merged = withNewestRows(shown([row(2), row(1)]), page([row(10), row(9)]))
  expect(idsOf(merged)).toEqual([10, 9])
  expect(lastOf(merged.pages)?.nextCursor).toBe('next')
})

test('counts only rows newer than all shown ones as new', () => {
  const newest = page([row(11), row(10, 8), row(9), row(7)])
  expect(newRows(shown([row(9), row(8)]), newest).map(({ id }) => id)).toEqual([11, 8])
})

test('updates rows read elsewhere in place, even with a new cause', () => {
  const newest = page([row(10, 8, true), row(9, 9, true)])
  const merged = withUpdatedRows(shown([row(9), row(8)]), newest)
  expect(notificationsIn(merged).map(({ id, read }) => [id, read])).toEqual([
    [9, true],
    [8, true],
  ])
})

test('removes deleted rows in place and keeps those older than the newest', () => {
  const data = shown([row(9), row(8)], [row(7), row(6)])
  expect(idsOf(withUpdatedRows(data, page([row(9), row(7)])))).toEqual([9, 7, 6])
  expect(idsOf(withUpdatedRows(data, page([row(9), row(7)], null)))).toEqual([9, 7])
  expect(idsOf(withUpdatedRows(data, page([], null)))).toEqual([])
})
