import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ordersIn } from '#web/features/orders/orders-api.ts'
import { OrderList, BoughtRow, OrderTabs, useOrderTab } from '#web/features/orders/list/order-list.tsx'
import { OrderPageFrame } from '#web/features/orders/order-page-frame.tsx'

const title = 'My Orders'

export function MyOrdersPage() {
  const tab = useOrderTab()
  const active = useInfiniteQuery(ordersIn('Completed/Pending'))
  const closed = useInfiniteQuery(ordersIn('Canceled/Failed'))
  const counts = {
    'Completed/Pending': active.data?.pages[0]?.totalElements,
    'Canceled/Failed': closed.data?.pages[0]?.totalElements,
  }
  const isActive = tab === 'Completed/Pending'
  const toMarket = (
    <Link to="/marketplace" className="text-link">
      See what is for sale
    </Link>
  )
  const toDisputes = (
    <Link to="/disputes" className="text-link">
      Disputes
    </Link>
  )
  return (
    <OrderPageFrame to="/user" back="Back to home" title={title} action={toDisputes}>
      <OrderTabs to="/my-orders" label={title} current={tab} counts={counts} />
      <OrderList
        key={tab}
        label={title}
        orders={isActive ? active : closed}
        renderRow={(order) => <BoughtRow order={order} />}
        emptyText={
          isActive ? 'You have not ordered anything yet.' : 'None of your orders was canceled or has failed.'
        }
        action={isActive && toMarket}
      />
    </OrderPageFrame>
  )
}
