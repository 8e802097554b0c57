import { Link } from '@tanstack/react-router'
import { NotificationList } from '#web/features/notifications/list/notification-list.tsx'
import { ReadAllButton } from '#web/features/notifications/read-all-button.tsx'
import classes from './notification-panel.module.css'

/** What is under the bell: the first rows, and the way to all of them. */
export function NotificationPanel({ onLeave }: { onLeave: () => void }) {
  return (
    <>
      <div className={`row between ${classes.head}`}>
        <h2 className="title">Notifications</h2>
        <ReadAllButton />
      </div>
      <div className={classes.scroller} data-scroller>
        <NotificationList filter="all" hasMore={false} onOpen={onLeave} />
      </div>
      <Link to="/notifications" className={`link ${classes.all}`} onClick={onLeave}>
        See all
      </Link>
    </>
  )
}
