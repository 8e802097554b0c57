import { Link } from '@tanstack/react-router'
import { NotificationList } from '#web/features/notifications/list/notification-list.tsx'
import { ReadAllButton } from '#web/features/notifications/read-all-button.tsx'
import classes from './notification-panel.module.css'

/** Shows the first rows under the bell, with a link to all of them. */
export function NotificationPanel({ onLeave }: { onLeave: () => void }) {
  return (
    <>
      <div className={`flex-row between rigid ${classes.head} pad-xs-m line-below`}>
        <h2 className="text-l bold">Notifications</h2>
        <ReadAllButton />
      </div>
      <div className={classes.scroller} data-scroller>
        <NotificationList filter="all" hasMore={false} onOpen={onLeave} />
      </div>
      <Link
        to="/notifications"
        className={`text-link center-content rigid ${classes.all} min-height-48 line-above`}
        onClick={onLeave}
      >
        See all
      </Link>
    </>
  )
}
