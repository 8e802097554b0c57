import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { OrderList, OrderTabs, useOrderTab } from '#web/features/orders/list/order-list.tsx'
import { buyerText, parcelStartingAt, ReceivedRow } from '#web/features/orders/selling/received-row.tsx'
import { sellerOrdersIn } from '#web/features/orders/selling/seller-api.ts'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { idIn, oneOf, paramsOf } from '#web/lib/navigation/search-params.ts'
import { useTableSearch } from '#web/lib/navigation/table-search.ts'
import { OrderPageFrame } from '#web/features/orders/order-page-frame.tsx'
import { FilterChips } from '#web/ui/table/filter-chips.tsx'
import { FilterChoice } from '#web/ui/table/filter-choice.tsx'
import classes from './received-orders-page.module.css'

const title = 'Received Orders'
const BalanceLine = lazy(async () => {
  // The balance line is omitted without a connection.
  const loaded = await import('#web/features/orders/payouts/balance-line.tsx').catch(() => null)
  return { default: loaded?.BalanceLine ?? (() => null) }
})

/** Reads `?buyer=7&show=to-ship`, so that a reload, Back and a link show the same rows. */
const filters = (read: (name: string) => string | undefined) => ({
  buyer: idIn(read('buyer')),
  show: oneOf(['to-ship'], read('show')),
  tab: read('tab'),
})
/** There is only one size, because more rows load on scrolling. */
const sizes = [20] as const

export function ReceivedOrdersPage() {
  const tab = useOrderTab()
  const { filter, ...search } = useTableSearch({ sizes, filters })
  const { buyer: buyerId, show } = search.filters
  const filtered = { buyerId, isToShip: show !== undefined }
  const active = useInfiniteQuery(sellerOrdersIn('Completed/Pending', filtered))
  const closed = useInfiniteQuery(sellerOrdersIn('Canceled/Failed', filtered))
  const isActive = tab === 'Completed/Pending'
  const isToShip = isActive && filtered.isToShip
  const counts = { 'Completed/Pending': countOf(active), 'Canceled/Failed': countOf(closed) }
  const known = [active.data, closed.data].flatMap((pages) => entriesOf(pages, ({ orderId }) => orderId))
  const shown = isActive ? active : closed
  const rows = entriesOf(shown.data, ({ orderId }) => orderId)
  const buyer = known.find((order) => order.buyer === buyerId)
  const name = buyer === undefined ? `no. ${buyerId}` : buyerText(buyer)
  return (
    <OrderPageFrame
      to="/user"
      back="Back to home"
      title={title}
      action={
        <Link to="/payouts" className="text-link">
          Payouts
        </Link>
      }
    >
      <Suspense>
        <BalanceLine />
      </Suspense>
      <div className={classes.filters}>
        <OrderTabs
          to="/received-orders"
          label={title}
          current={tab}
          counts={counts}
          search={paramsOf({ buyer: buyerId })}
        />
        <FilterChips
          chips={[{ name: 'buyer', text: buyerId === undefined ? undefined : `Buyer: ${name}` }]}
          choices={
            isActive && (
              <FilterChoice
                label="Show"
                options={[{ value: 'to-ship', name: 'To ship' }]}
                value={show}
                onChange={(value) => filter({ show: oneOf(['to-ship'], value) })}
              />
            )
          }
          isChosen={isToShip}
          onRemove={() => filter({ buyer: undefined })}
          onClear={() => filter({ buyer: undefined, show: undefined })}
        />
      </div>
      <OrderList
        key={tab}
        label="Received orders"
        orders={shown}
        renderRow={(order) => {
          const lines = parcelStartingAt(order, rows)
          return (
            lines && (
              <ReceivedRow
                lines={lines}
                isFiltered={buyerId !== undefined}
                onBuyer={(id) => filter({ buyer: id })}
              />
            )
          )
        }}
        emptyText={emptyText({ isToShip, buyerId, isActive })}
      />
    </OrderPageFrame>
  )
}

type Filtered = { buyerId: number | undefined; isToShip: boolean; isActive: boolean }

function emptyText({ buyerId, isToShip, isActive }: Filtered): string {
  if (isToShip) return 'Nothing is waiting to be shipped.'
  if (buyerId !== undefined) return 'This buyer has no such orders with you.'
  return isActive ? 'Nobody has ordered from you yet.' : 'None of your orders was canceled or has failed.'
}

type Counted = { data: { pages: { totalElements: number | null }[] } | undefined; isPlaceholderData: boolean }

function countOf({ data, isPlaceholderData }: Counted): number | null | undefined {
  return isPlaceholderData ? undefined : data?.pages[0]?.totalElements
}
