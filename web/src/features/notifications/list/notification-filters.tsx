import type { NotificationFilter } from '#web/entities/notifications/notification-count.ts'
import { Tab, Tabs } from '#web/ui/controls/tabs.tsx'

/** `show` is the filter in the address; all needs none. */
const filters = [
  { filter: 'all', name: 'All', show: undefined },
  { filter: 'mentions', name: 'Mentions', show: 'mentions' },
  { filter: 'orders', name: 'Orders', show: 'orders' },
] as const satisfies { filter: NotificationFilter; name: string; show: string | undefined }[]

export function NotificationFilters({ current }: { current: NotificationFilter }) {
  return (
    <div className="card">
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
