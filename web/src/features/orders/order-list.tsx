import type { UseInfiniteQueryResult, InfiniteData } from '@tanstack/react-query'
import type { Order } from '@rootsquare/contract/orders'
import type { Paged } from '@rootsquare/contract/paged'
import type { ReactNode } from 'react'
import { OrderCard } from '#web/features/orders/order-card.tsx'
import { ordersFailed } from '#web/features/orders/order-words.ts'
import { entriesOf } from '#web/lib/entries-of.ts'
import { EmptyWords } from '#web/ui/empty-words.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { TroubleCard } from '#web/ui/trouble-card.tsx'
import { useTold } from '#web/ui/use-told.ts'
import classes from './order-list.module.css'

type OrderListProps = {
  orders: UseInfiniteQueryResult<InfiniteData<Paged<Order>>>
  emptyText: string
  wayOn?: ReactNode
}

export function OrderList({ orders, emptyText, wayOn }: OrderListProps) {
  useTold(orders.isLoadingError ? ordersFailed : null, orders.errorUpdateCount)
  if (orders.isPending) return <RowsSkeleton label="Loading your orders" count={4} />
  if (orders.isLoadingError) return <TroubleCard text={ordersFailed} onRetry={() => void orders.refetch()} />
  const shown = entriesOf(orders.data, ({ orderId }) => orderId)
  if (shown.length === 0)
    return (
      <div className="card">
        <EmptyWords text={emptyText} wayOn={wayOn} />
      </div>
    )
  return (
    <>
      <ul className={classes.list}>
        {shown.map((order) => (
          <OrderCard key={order.orderId} order={order} />
        ))}
      </ul>
      <LoadMore pages={orders} />
    </>
  )
}
