import type { Notification, NotificationPage } from '@rootsquare/contract/notifications'
import type { NotificationData } from '#web/entities/notifications/notification-cache.ts'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { patchPages } from '#web/lib/net/patch-pages.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

export function notificationsIn(data: NotificationData): Notification[] {
  return entriesOf(data, ({ id }) => id)
}

/** Returns rows that are not shown yet, and shown ones that a new cause has moved up. */
export function newRows(data: NotificationData, newest: NotificationPage): Notification[] {
  const latest = Math.max(0, ...notificationsIn(data).map(timeOf))
  return newest.content.filter((row) => timeOf(row) > latest)
}

/** Updates the shown rows and removes deleted ones. The time is kept, because rows are sorted by it. */
export function withUpdatedRows(data: NotificationData, newest: NotificationPage): NotificationData {
  const current = new Map(newest.content.map((row) => [row.id, row]))
  const last = lastOf(newest.content)
  const isAll = newest.nextCursor === null || last === undefined
  const isDeleted = (row: Notification) => !current.has(row.id) && (isAll || timeOf(row) > timeOf(last))
  const changed = (row: Notification) => ({ ...row, ...current.get(row.id), createdDate: row.createdDate })
  return patchPages(data, (rows) => rows.filter((row) => !isDeleted(row)).map(changed))
}

/** Puts the newest rows on top, followed by the rows loaded before if there is no gap between them. */
export function withNewestRows(data: NotificationData, newest: NotificationPage): NotificationData {
  const only: NotificationData = { pages: [newest], pageParams: [null] }
  const last = lastOf(newest.content)
  if (last === undefined || newest.nextCursor === null) return only
  const ids = new Set(newest.content.map(({ id }) => id))
  const shown = notificationsIn(data)
  const rest = shown.filter((row) => !ids.has(row.id) && timeOf(row) <= timeOf(last))
  const isConnected = shown.some((row) => timeOf(row) >= timeOf(last))
  const end = lastOf(data.pages)
  if (!isConnected || rest.length === 0 || end === undefined) return only
  return {
    pages: [newest, { content: rest, nextCursor: end.nextCursor }],
    pageParams: [null, newest.nextCursor],
  }
}

function timeOf({ createdDate }: Notification): number {
  return Date.parse(createdDate)
}
