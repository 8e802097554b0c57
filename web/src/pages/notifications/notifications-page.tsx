import { useSearch } from '@tanstack/react-router'
import { NotificationFilters } from '#web/features/notifications/list/notification-filters.tsx'
import { NotificationList } from '#web/features/notifications/list/notification-list.tsx'
import { ReadAllButton } from '#web/features/notifications/read-all-button.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import classes from './notifications-page.module.css'

export function NotificationsPage() {
  const { show = 'all' } = useSearch({ from: '/members/notifications' })
  usePageTitle('Notifications')
  return (
    <div className={`edge-to-edge stack ${classes.page}`}>
      <div className={`row wrap between ${classes.head}`}>
        <h1 className="display page-title">Notifications</h1>
        <ReadAllButton />
      </div>
      <NotificationFilters current={show} />
      <NotificationList key={show} filter={show} hasMore />
    </div>
  )
}
