import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useBuyerFilter } from '#web/features/orders/buyer-filter.ts'
import { OrderTabs, useOrderTab } from '#web/features/orders/order-tabs.tsx'
import { ReceivedList } from '#web/features/orders/received-list.tsx'
import { buyerText } from '#web/features/orders/received-row.tsx'
import { soldIn } from '#web/features/orders/seller-api.ts'
import { entriesOf } from '#web/lib/entries-of.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { routes } from '#web/lib/route-names.ts'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import classes from './orders-page.module.css'
import own from './received-orders-page.module.css'

const title = 'Received Orders'
const empty = {
  all: {
    'Completed/Pending': 'Nobody has ordered anything of yours yet.',
    'Canceled/Failed': 'No order of yours was canceled or has failed.',
  },
  oneBuyer: {
    'Completed/Pending': 'This buyer has no such orders with you.',
    'Canceled/Failed': 'This buyer has no such orders with you.',
  },
} as const

export function ReceivedOrdersPage() {
  const tab = useOrderTab()
  const { buyerId, showOnly } = useBuyerFilter()
  const good = useInfiniteQuery(soldIn('Completed/Pending', buyerId))
  const ended = useInfiniteQuery(soldIn('Canceled/Failed', buyerId))
  usePageTitle(title)
  const counts = { 'Completed/Pending': countOf(good), 'Canceled/Failed': countOf(ended) }
  const known = [good.data, ended.data].flatMap((pages) => entriesOf(pages, ({ orderId }) => orderId))
  const buyer = known.find((order) => order.buyer === buyerId)
  const name = buyer === undefined ? `no. ${buyerId}` : buyerText(buyer)
  return (
    <div className={classes.page}>
      <Link to={routes.User} className={classes.back}>
        <ArrowLeft size={20} strokeWidth={1.9} aria-hidden="true" />
        Back to home
      </Link>
      <h1 className={['display', classes.title].join(' ')}>{title}</h1>
      <div className={own.filters}>
        <div className={['card', classes.tabs].join(' ')}>
          <OrderTabs
            to="/received-orders"
            label={title}
            current={tab}
            counts={counts}
            search={{ buyer: buyerId }}
          />
        </div>
        <FilterChips
          chips={[{ name: 'buyer', text: buyerId === undefined ? undefined : `Buyer: ${name}` }]}
          choices={null}
          isChosen={false}
          onRemove={() => showOnly(undefined)}
          onClear={() => showOnly(undefined)}
        />
      </div>
      <ReceivedList
        key={tab}
        orders={tab === 'Completed/Pending' ? good : ended}
        emptyText={empty[buyerId === undefined ? 'all' : 'oneBuyer'][tab]}
        buyerId={buyerId}
        onBuyer={showOnly}
      />
    </div>
  )
}

type Counted = { data: { pages: { totalElements: number | null }[] } | undefined; isPlaceholderData: boolean }

function countOf({ data, isPlaceholderData }: Counted): number | null | undefined {
  return isPlaceholderData ? undefined : data?.pages[0]?.totalElements
}
