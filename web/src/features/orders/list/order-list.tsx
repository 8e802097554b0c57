import type { UseInfiniteQueryResult, InfiniteData } from '@tanstack/react-query'
import type { Paged } from '@rootsquare/contract/lib/paged'
import type { ReactNode } from 'react'
import { ordersFailed } from '#web/features/orders/order/order-labels.ts'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
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
  if (shown.length === 0)
    return (
      <div className="card">
        <EmptyMessage text={emptyText} action={action} />
      </div>
    )
  return (
    <>
      <ul className="stack gap-12" aria-label={label} aria-busy={orders.isPlaceholderData}>
        {shown.map(renderRow)}
      </ul>
      <LoadMore pages={orders} />
    </>
  )
}
