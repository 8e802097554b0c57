import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useEffect, useRef, type ReactNode } from 'react'
import type { NotificationData } from '#web/entities/notifications/notification-cache.ts'
import { notificationKeys, type NotificationFilter } from '#web/entities/notifications/notification-keys.ts'
import { newestNotifications, shownNotifications } from '#web/features/notifications/api.ts'
import {
  newRows,
  notificationsIn,
  withNewestRows,
  withUpdatedRows,
} from '#web/features/notifications/list/merge-newest.ts'
import { NotificationRow } from '#web/features/notifications/list/notification-row.tsx'
import { announce } from '#web/lib/navigation/announce.ts'
import { numberText } from '#web/lib/format/count-text.ts'
import { patchQuery } from '#web/lib/net/patch-query.ts'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './notification-list.module.css'

const emptyTexts: Record<NotificationFilter, string> = {
  all: 'No notifications yet. Likes, comments, new followers and orders will be listed here.',
  mentions: 'Nobody has mentioned you or answered a comment of yours yet.',
  orders: 'Nothing about your orders and sales yet.',
}

/** A reader who has scrolled less than this is still at the top. */
const topPx = 4

type NotificationListProps = {
  filter: NotificationFilter
  /** Whether scrolling loads older rows. Otherwise only the first ones are shown. */
  hasMore: boolean
  onOpen?: () => void
}

export function NotificationList({ filter, hasMore, onOpen }: NotificationListProps) {
  const list = useInfiniteQuery(shownNotifications(filter))
  if (list.isPending) return <RowsSkeleton label="Loading notifications" />
  if (list.isLoadingError) return <LoadError query={list} />
  return (
    <LoadedRows filter={filter} data={list.data} onOpen={onOpen}>
      {hasMore && <LoadMore pages={list} />}
    </LoadedRows>
  )
}

type LoadedRowsProps = {
  filter: NotificationFilter
  data: NotificationData
  onOpen: (() => void) | undefined
  children: ReactNode
}

function LoadedRows({ filter, data, onOpen, children }: LoadedRowsProps) {
  const box = useRef<HTMLElement>(null)
  const rows = notificationsIn(data)
  const { count, show } = useNewRows(filter, data, () => scrollerOf(box.current).scrollTop <= topPx)
  const isGoingUp = useRef(false)

  function goUp(): void {
    isGoingUp.current = true
    show()
  }

  // Runs after the new rows are rendered, because the focused button is removed then.
  useEffect(() => {
    if (!isGoingUp.current) return
    isGoingUp.current = false
    scrollerOf(box.current).scrollTop = 0
    box.current?.querySelector('a')?.focus({ preventScroll: true })
  }, [data])

  return (
    <section ref={box} aria-label="Notifications">
      {count > 0 && <NewLine count={count} onPress={goUp} />}
      <div className="card-box">
        {rows.length === 0 && <EmptyMessage text={emptyTexts[filter]} />}
        <ul>
          <ListRows of={rows} rowKey={({ id }) => id}>
            {(row) => <NotificationRow row={row} onOpen={onOpen} />}
          </ListRows>
        </ul>
        {children}
      </div>
    </section>
  )
}

/** Covers the list instead of moving it. */
function NewLine({ count, onPress }: { count: number; onPress: () => void }) {
  useEffect(() => announce('live-polite', newText(count)), [count])
  return (
    <div className={classes.newLine}>
      <button
        type="button"
        className={`plain-control flex-row text-s touch strong full-radius ${classes.pill}`}
        onClick={onPress}
      >
        <Icon of={ArrowUp} size="s" />
        {newText(count)}
      </button>
    </div>
  )
}

function newText(count: number): string {
  return `${numberText(count)} new`
}

/** Adds new rows on top while the reader is there, and otherwise counts them until `show`. */
function useNewRows(filter: NotificationFilter, data: NotificationData, isAtTop: () => boolean) {
  const queryClient = useQueryClient()
  const key = notificationKeys.list(filter)
  const loadedAt = () => queryClient.getQueryState(key)?.dataUpdatedAt ?? 0
  const { data: newest, dataUpdatedAt } = useQuery({
    ...newestNotifications(filter, notificationsIn(data).length),
    // The shown rows were the newest when they were loaded.
    initialData: () => data.pages[0],
    initialDataUpdatedAt: loadedAt,
  })
  const change = (merge: typeof withNewestRows) =>
    patchQuery<NotificationData>(queryClient, key, (shown) => (newest ? merge(shown, newest) : shown))
  useEffect(() => {
    // Another page may have loaded since.
    if (dataUpdatedAt >= loadedAt()) change(isAtTop() ? withNewestRows : withUpdatedRows)
  })
  return { count: newest ? newRows(data, newest).length : 0, show: () => change(withNewestRows) }
}

/** Returns what scrolls: the panel under the bell itself, or the whole page. */
function scrollerOf(box: HTMLElement | null): Element {
  return box?.closest('[data-scroller]') ?? document.documentElement
}
