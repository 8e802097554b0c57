import { useQuery } from '@tanstack/react-query'
import { unreadNotifications } from '#web/entities/notifications/notification-count.ts'
import { useReadNotifications } from '#web/features/notifications/api.ts'
import classes from './read-all-button.module.css'

/** Stays when there is nothing left to read, so that the focus does too. */
export function ReadAllButton() {
  const { data: count = 0 } = useQuery(unreadNotifications())
  const read = useReadNotifications()
  return (
    <button
      type="button"
      className={`link note ${classes.button}`}
      aria-disabled={count === 0 || undefined}
      onClick={() => count > 0 && read.mutate(undefined)}
    >
      Mark all as read
    </button>
  )
}
