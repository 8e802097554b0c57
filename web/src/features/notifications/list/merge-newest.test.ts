import type { Notification } from '@rootsquare/contract/notifications'
import { expect, test } from 'vitest'
import type { NotificationData } from '#web/entities/notifications/notification-cache.ts'
import { newRows, rowsOf, withNewest, withChanges } from '#web/features/notifications/list/merge-newest.ts'

/** Happened at minute `at`, which is also its id unless given. */
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
const idsOf = (data: NotificationData) => rowsOf(data).map(({ id }) => id)

test('the newest come on top of what was loaded before', () => {
  const merged = withNewest(shown([row(9), row(8)], [row(7), row(6)]), page([row(10), row(9)]))
  expect(idsOf(merged)).toEqual([10, 9, 8, 7, 6])
  expect(merged.pages.at(-1)?.nextCursor).toBe('end')
})

test('a row that moved up is there once', () => {
  expect(idsOf(withNewest(shown([row(9), row(8)], [row(7)]), page([row(10, 7), row(9)])))).toEqual([7, 9, 8])
})

test('what is gone goes, and what is older stays', () => {
  expect(idsOf(withNewest(shown([row(9), row(8)], [row(7)]), page([row(9), row(7)])))).toEqual([9, 7])
})

test('with a gap between new and old, the old are loaded anew', () => {
  const merged = withNewest(shown([row(2), row(1)]), page([row(10), row(9)]))
  expect(idsOf(merged)).toEqual([10, 9])
  expect(merged.pages.at(-1)?.nextCursor).toBe('next')
})

test('only what is newer than all that is shown counts as new', () => {
  const newest = page([row(11), row(10, 8), row(9), row(7)])
  expect(newRows(shown([row(9), row(8)]), newest).map(({ id }) => id)).toEqual([11, 8])
})

test('what was read elsewhere changes where it is, also a row that a new cause would move', () => {
  const newest = page([row(10, 8, true), row(9, 9, true)])
  const merged = withChanges(shown([row(9), row(8)]), newest)
  expect(rowsOf(merged).map(({ id, read }) => [id, read])).toEqual([
    [9, true],
    [8, true],
  ])
})

test('what is gone goes from where it was, and what is older than the newest stays', () => {
  const data = shown([row(9), row(8)], [row(7), row(6)])
  expect(idsOf(withChanges(data, page([row(9), row(7)])))).toEqual([9, 7, 6])
  expect(idsOf(withChanges(data, page([row(9), row(7)], null)))).toEqual([9, 7])
  expect(idsOf(withChanges(data, page([], null)))).toEqual([])
})
