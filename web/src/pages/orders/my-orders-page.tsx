import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { ordersIn } from '#web/features/orders/list/api.ts'
import { OrderList } from '#web/features/orders/list/order-list.tsx'
import { OrderTabs, useOrderTab } from '#web/features/orders/list/order-tabs.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import classes from './orders-page.module.css'

export function MyOrdersPage() {
  const tab = useOrderTab()
  const good = useInfiniteQuery(ordersIn('Completed/Pending'))
  const ended = useInfiniteQuery(ordersIn('Canceled/Failed'))
  usePageTitle('My Orders')
  const counts = {
    'Completed/Pending': good.data?.pages[0]?.totalElements,
    'Canceled/Failed': ended.data?.pages[0]?.totalElements,
  }
  return (
    <div className={classes.page}>
      <Link to={routes.User} className={classes.back}>
        <ArrowLeft size={20} strokeWidth={1.9} aria-hidden="true" />
        Back to home
      </Link>
      <h1 className={['display', classes.title].join(' ')}>My Orders</h1>
      <div className={['card', classes.tabs].join(' ')}>
        <OrderTabs to="/my-orders" label="My Orders" current={tab} counts={counts} />
      </div>
      {tab === 'Completed/Pending' ? (
        <OrderList
          key={tab}
          orders={good}
          emptyText="You have not ordered anything yet."
          action={<ToMarket />}
        />
      ) : (
        <OrderList key={tab} orders={ended} emptyText="No order of yours was canceled or has failed." />
      )}
    </div>
  )
}

function ToMarket() {
  return (
    <Link to="/marketplace" className="link">
      See what is for sale
    </Link>
  )
}
