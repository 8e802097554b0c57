import { useSearch } from '@tanstack/react-router'
import type { NotificationFilter } from '#web/entities/notifications/notification-keys.ts'
import { NotificationList } from '#web/features/notifications/list/notification-list.tsx'
import { ReadAllButton } from '#web/features/notifications/read-all-button.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { Tab, Tabs } from '#web/ui/controls/tabs.tsx'
import { Page, PageHead } from '#web/ui/layout/page.tsx'

/** `show` is the filter in the address, and is missing for all notifications. */
const filters = [
  { filter: 'all', name: 'All', show: undefined },
  { filter: 'mentions', name: 'Mentions', show: 'mentions' },
  { filter: 'orders', name: 'Orders', show: 'orders' },
] as const satisfies { filter: NotificationFilter; name: string; show: string | undefined }[]

export function NotificationsPage() {
  const { show } = useSearch({ from: '/members/notifications' })
  const current = filters.find((one) => one.show === show)?.filter ?? 'all'
  usePageTitle('Notifications')
  return (
    <Page width={720} isEdgeToEdge>
      <PageHead title="Notifications">
        <ReadAllButton />
      </PageHead>
      <NotificationFilters current={current} />
      <NotificationList key={current} filter={current} hasMore />
    </Page>
  )
}

function NotificationFilters({ current }: { current: NotificationFilter }) {
  return (
    <div className="card-box">
      <Tabs label="Which notifications" current={current}>
        {filters.map(({ filter, name, show }) => (
          <Tab
            key={filter}
            to="/notifications"
            search={{ show }}
            state={{ keepsFocus: true }}
            resetScroll={false}
            name={name}
            isCurrent={filter === current}
          />
        ))}
      </Tabs>
    </div>
  )
}
