import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { OrderTabs, useOrderTab } from '#web/features/orders/list/order-tabs.tsx'
import { useReceivedFilter } from '#web/features/orders/selling/received-filter.ts'
import { ReceivedList } from '#web/features/orders/selling/received-list.tsx'
import { buyerText } from '#web/features/orders/selling/received-row.tsx'
import { soldIn } from '#web/features/orders/selling/seller-api.ts'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { FilterChips } from '#web/ui/table/filter-chips.tsx'
import { FilterChoice } from '#web/ui/table/filter-choice.tsx'
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
  const filter = useReceivedFilter()
  const { buyerId, isToShip } = filter
  const good = useInfiniteQuery(soldIn('Completed/Pending', filter))
  const ended = useInfiniteQuery(soldIn('Canceled/Failed', filter))
  usePageTitle(title)
  const isGood = tab === 'Completed/Pending'
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
          choices={
            isGood && (
              <FilterChoice
                label="Show"
                options={[{ value: 'to-ship', name: 'To ship' }]}
                value={isToShip ? 'to-ship' : undefined}
                onChange={(value) => filter.showToShip(value !== '')}
              />
            )
          }
          isChosen={isGood && isToShip}
          onRemove={() => filter.showBuyer(undefined)}
          onClear={filter.clear}
        />
      </div>
      <ReceivedList
        key={tab}
        orders={isGood ? good : ended}
        emptyText={isGood && isToShip ? 'Nothing is waiting to be shipped.' : emptyOf(buyerId)[tab]}
        buyerId={buyerId}
        onBuyer={filter.showBuyer}
      />
    </div>
  )
}

const emptyOf = (buyerId: number | undefined) => empty[buyerId === undefined ? 'all' : 'oneBuyer']

type Counted = { data: { pages: { totalElements: number | null }[] } | undefined; isPlaceholderData: boolean }

function countOf({ data, isPlaceholderData }: Counted): number | null | undefined {
  return isPlaceholderData ? undefined : data?.pages[0]?.totalElements
}
