import type { UseInfiniteQueryResult, InfiniteData } from '@tanstack/react-query'
import type { Paged } from '@rootsquare/contract/lib/paged'
import type { ReactNode } from 'react'
import type { Order } from '@rootsquare/contract/trade/orders'
import { Link, useSearch } from '@tanstack/react-router'
import { TradeRow, tradeRowLink } from '#web/entities/orders/trade-row.tsx'
import type { OrderTab } from '#web/features/orders/orders-api.ts'
import { ordersFailed } from '#web/features/orders/order-labels.ts'
import { StatusChip } from '#web/features/orders/order/status-chip.tsx'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { dayText } from '#web/lib/format/time.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { textIn } from '#web/lib/navigation/search-params.ts'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { Tab, Tabs } from '#web/ui/controls/tabs.tsx'
import { EmptyCard } from '#web/ui/feedback/empty-message.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'

type OrderListProps<T> = {
  label: string
  orders: UseInfiniteQueryResult<InfiniteData<Paged<T>>>
  renderRow: (order: T) => ReactNode
  emptyText: string
  action?: ReactNode
}

export function OrderList<T extends { orderId: number }>(props: OrderListProps<T>) {
  const { label, orders, renderRow, emptyText, action } = props
  useErrorSnackbar(orders.isLoadingError ? ordersFailed : null, orders.errorUpdateCount)
  if (orders.isPending) return <RowsSkeleton label="Loading your orders" count={4} />
  if (orders.isLoadingError) return <ErrorCard text={ordersFailed} onRetry={() => void orders.refetch()} />
  const shown = entriesOf(orders.data, ({ orderId }) => orderId)
  if (shown.length === 0) return <EmptyCard text={emptyText} action={action} />
  return (
    <>
      <ul className="stack gap-s" aria-label={label} aria-busy={orders.isPlaceholderData}>
        <ListRows of={shown} rowKey={({ orderId }) => orderId}>
          {renderRow}
        </ListRows>
      </ul>
      <LoadMore pages={orders} />
    </>
  )
}

export function BoughtRow({ order }: { order: Order }) {
  const { orderItemList, orderStatus, totalAmount, createdDate, transactionRef } = order
  const [first, ...others] = orderItemList
  const quantity = orderItemList.reduce((sum, line) => sum + line.quantity, 0)
  return (
    <TradeRow
      image={first?.thumbnailUrl ?? first?.imageUrl ?? null}
      chip={<StatusChip state={orderStatus} />}
      total={totalAmount}
    >
      <Link to={routes.OrderDetails} params={{ reference: transactionRef }} className={tradeRowLink}>
        {first?.name ?? transactionRef}
        {others.length > 0 && ` and ${others.length} more`}
      </Link>
      <p className="muted breakable">
        Quantity {quantity} · <time dateTime={createdDate}>{dayText(createdDate)}</time>
      </p>
    </TradeRow>
  )
}

/** `slug` is the name in the address; the first tab needs none. */
const tabs = [
  { name: 'Completed/Pending', slug: undefined },
  { name: 'Canceled/Failed', slug: 'canceled' },
] as const satisfies { name: OrderTab; slug: string | undefined }[]

const unit = ['order', 'orders'] as const

/** Returns the tab in the address, or the first one. */
export function useOrderTab(): OrderTab {
  const search = useSearch({ strict: false })
  return tabs.find(({ slug }) => slug !== undefined && slug === textIn(search, 'tab'))?.name ?? tabs[0].name
}

type OrderTabsProps = {
  to: '/my-orders' | '/received-orders'
  label: string
  current: OrderTab
  /** A count is undefined until it is loaded. */
  counts: Record<OrderTab, number | null | undefined>
  /** Other search parameters that both tabs share. */
  search?: Record<string, string | number | undefined>
}

export function OrderTabs({ to, label, current, counts, search = {} }: OrderTabsProps) {
  return (
    <div className="card-box pad-x-xs">
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
