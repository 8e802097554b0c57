import type { SellerOrder } from '@rootsquare/contract/orders'
import type { Paged } from '@rootsquare/contract/paged'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { ordersFailed } from '#web/features/orders/order-words.ts'
import { ReceivedRow } from '#web/features/orders/received-row.tsx'
import { entriesOf } from '#web/lib/entries-of.ts'
import { EmptyWords } from '#web/ui/empty-words.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { TroubleCard } from '#web/ui/trouble-card.tsx'
import { useTold } from '#web/ui/use-told.ts'
import classes from './order-list.module.css'

type ReceivedListProps = {
  orders: UseInfiniteQueryResult<InfiniteData<Paged<SellerOrder>>>
  emptyText: string
  /** Whose rows alone are shown. */
  buyerId: number | undefined
  onBuyer: (buyerId: number | undefined) => void
}

export function ReceivedList({ orders, emptyText, buyerId, onBuyer }: ReceivedListProps) {
  useTold(orders.isLoadingError ? ordersFailed : null, orders.errorUpdateCount)
  if (orders.isPending) return <RowsSkeleton label="Loading your orders" count={4} />
  if (orders.isLoadingError) return <TroubleCard text={ordersFailed} onRetry={() => void orders.refetch()} />
  const shown = entriesOf(orders.data, ({ orderId }) => orderId)
  if (shown.length === 0)
    return (
      <div className="card">
        <EmptyWords text={emptyText} />
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
