import { useInfiniteQuery } from '@tanstack/react-query'
import { useUnreadNotifications } from '#web/entities/notifications/notification-count.ts'
import { shownNotifications, useReadNotifications } from '#web/features/notifications/api.ts'
import classes from './read-all-button.module.css'

/** Stays after everything is read, so that it keeps the focus. It is not shown if there are no notifications. */
export function ReadAllButton() {
  const count = useUnreadNotifications()
  const read = useReadNotifications()
  // The list beside it loads the notifications.
  const { data: all } = useInfiniteQuery({ ...shownNotifications('all'), enabled: false })
  if (count === 0 && all?.pages.every(({ content }) => content.length === 0)) return null
  return (
    <button
      type="button"
      className={`text-link text-s touch ${classes.button} pad-x-2xs`}
      aria-disabled={count === 0 || undefined}
      onClick={() => count > 0 && read('all')}
    >
      Mark all as read
    </button>
  )
}
