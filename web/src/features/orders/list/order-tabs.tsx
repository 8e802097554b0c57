import { useSearch } from '@tanstack/react-router'
import type { OrderTab } from '#web/features/orders/list/api.ts'
import { propertyOf } from '#web/lib/storage/saved-json.ts'
import { Tab, Tabs } from '#web/ui/controls/tabs.tsx'
import classes from './order-tabs.module.css'

/** `slug` is the name in the address; the first tab needs none. */
const tabs = [
  { name: 'Completed/Pending', slug: undefined },
  { name: 'Canceled/Failed', slug: 'canceled' },
] as const satisfies { name: OrderTab; slug: string | undefined }[]

const unit = ['order', 'orders'] as const

/** The tab in the address, or the first one. */
export function useOrderTab(): OrderTab {
  const search = useSearch({ strict: false })
  return (
    tabs.find(({ slug }) => slug !== undefined && slug === propertyOf(search, 'tab'))?.name ?? tabs[0].name
  )
}

type OrderTabsProps = {
  to: '/my-orders' | '/received-orders'
  label: string
  current: OrderTab
  /** Undefined until it is loaded. */
  counts: Record<OrderTab, number | null | undefined>
  /** Other search parameters that both tabs share. */
  search?: Record<string, string | number | undefined>
}

export function OrderTabs({ to, label, current, counts, search = {} }: OrderTabsProps) {
  return (
    <div className={`card ${classes.tabs}`}>
      <Tabs label={label} current={current}>
        {tabs.map(({ name, slug }) => (
          <Tab
            key={name}
            to={to}
            search={{ ...search, tab: slug }}
            state={{ keepsFocus: true }}
            resetScroll={false}
            name={name}
            count={counts[name] ?? undefined}
            unit={unit}
            isCurrent={name === current}
          />
        ))}
      </Tabs>
    </div>
  )
}
