import type { Notification, NotificationPage } from '@rootsquare/contract/notifications'
import type { NotificationData } from '#web/entities/notifications/notification-cache.ts'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { patchPages } from '#web/lib/net/patch-pages.ts'

export function rowsOf(data: NotificationData): Notification[] {
  return entriesOf(data, ({ id }) => id)
}

/** Rows that are not shown yet, and shown ones that a new cause has moved up. */
export function newRows(data: NotificationData, newest: NotificationPage): Notification[] {
  const latest = Math.max(0, ...rowsOf(data).map(timeOf))
  return newest.content.filter((row) => timeOf(row) > latest)
}

/** Without what is gone, and every other row as it is now, but where it was: its time, by which it is sorted, stays. */
export function withChanges(data: NotificationData, newest: NotificationPage): NotificationData {
  const current = new Map(newest.content.map((row) => [row.id, row]))
  const last = newest.content.at(-1)
  const isAll = newest.nextCursor === null || last === undefined
  const isGone = (row: Notification) => !current.has(row.id) && (isAll || timeOf(row) > timeOf(last))
  const changed = (row: Notification) => ({ ...row, ...current.get(row.id), createdDate: row.createdDate })
  return patchPages(data, (rows) => rows.filter((row) => !isGone(row)).map(changed))
}

/** The newest on top, and below them what was loaded before, as far as it continues them. */
export function withNewest(data: NotificationData, newest: NotificationPage): NotificationData {
  const only: NotificationData = { pages: [newest], pageParams: [null] }
  const last = newest.content.at(-1)
  if (last === undefined || newest.nextCursor === null) return only
  const ids = new Set(newest.content.map(({ id }) => id))
  const shown = rowsOf(data)
  const rest = shown.filter((row) => !ids.has(row.id) && timeOf(row) <= timeOf(last))
  const isConnected = shown.some((row) => timeOf(row) >= timeOf(last))
  const end = data.pages.at(-1)
  if (!isConnected || rest.length === 0 || end === undefined) return only
  return {
    pages: [newest, { content: rest, nextCursor: end.nextCursor }],
    pageParams: [null, newest.nextCursor],
  }
}

function timeOf({ createdDate }: Notification): number {
  return Date.parse(createdDate)
}
