import type { SellerOrder } from '@rootsquare/contract/orders'
import type { Paged } from '@rootsquare/contract/paged'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { ordersFailed } from '#web/features/orders/order/order-labels.ts'
import { ReceivedRow } from '#web/features/orders/selling/received-row.tsx'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from '#web/features/orders/list/order-list.module.css'

type ReceivedListProps = {
  orders: UseInfiniteQueryResult<InfiniteData<Paged<SellerOrder>>>
  emptyText: string
  /** The buyer to whom the list is limited. */
  buyerId: number | undefined
  onBuyer: (buyerId: number | undefined) => void
}

export function ReceivedList({ orders, emptyText, buyerId, onBuyer }: ReceivedListProps) {
  useErrorSnackbar(orders.isLoadingError ? ordersFailed : null, orders.errorUpdateCount)
  if (orders.isPending) return <RowsSkeleton label="Loading your orders" count={4} />
  if (orders.isLoadingError) return <ErrorCard text={ordersFailed} onRetry={() => void orders.refetch()} />
  const shown = entriesOf(orders.data, ({ orderId }) => orderId)
  if (shown.length === 0)
    return (
      <div className="card">
        <EmptyMessage text={emptyText} />
      </div>
    )
  return (
    <>
      <ul className={classes.list} aria-label="Received orders" aria-busy={orders.isPlaceholderData}>
        {shown.map((order) => (
          <ReceivedRow
            key={order.orderId}
            order={order}
            isFiltered={buyerId !== undefined}
            onBuyer={onBuyer}
          />
        ))}
      </ul>
      <LoadMore pages={orders} />
    </>
  )
}
