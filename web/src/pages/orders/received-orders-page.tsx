import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { OrderList } from '#web/features/orders/list/order-list.tsx'
import { OrderTabs, useOrderTab } from '#web/features/orders/list/order-tabs.tsx'
import { buyerText, parcelAt, ReceivedRow } from '#web/features/orders/selling/received-row.tsx'
import { sellerOrdersIn } from '#web/features/orders/selling/seller-api.ts'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { idIn } from '#web/lib/navigation/table-search.ts'
import { propertyOf } from '#web/lib/storage/saved-json.ts'
import { OrderPageFrame } from '#web/features/orders/order-page-frame.tsx'
import { FilterChips } from '#web/ui/table/filter-chips.tsx'
import { FilterChoice } from '#web/ui/table/filter-choice.tsx'
import classes from './received-orders-page.module.css'

const title = 'Received Orders'
const BalanceLine = lazy(async () => {
  // Without a connection the line is left out.
  const loaded = await import('#web/features/payouts/balance-line.tsx').catch(() => null)
  return { default: loaded?.BalanceLine ?? (() => null) }
})

export function ReceivedOrdersPage() {
  const tab = useOrderTab()
  const filter = useReceivedFilter()
  const { buyerId, isToShip } = filter
  const active = useInfiniteQuery(sellerOrdersIn('Completed/Pending', filter))
  const closed = useInfiniteQuery(sellerOrdersIn('Canceled/Failed', filter))
  usePageTitle(title)
  const isActive = tab === 'Completed/Pending'
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
        <Link to="/payouts" className="link">
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
          search={{ buyer: buyerId }}
        />
        <FilterChips
          chips={[{ name: 'buyer', text: buyerId === undefined ? undefined : `Buyer: ${name}` }]}
          choices={
            isActive && (
              <FilterChoice
                label="Show"
                options={[{ value: 'to-ship', name: 'To ship' }]}
                value={isToShip ? 'to-ship' : undefined}
                onChange={(value) => filter.showToShip(value !== '')}
              />
            )
          }
          isChosen={isActive && isToShip}
          onRemove={() => filter.showBuyer(undefined)}
          onClear={filter.clear}
        />
      </div>
      <OrderList
        key={tab}
        label="Received orders"
        orders={shown}
        renderRow={(order) => {
          const lines = parcelAt(order, rows)
          return (
            lines && (
              <ReceivedRow
                key={order.orderId}
                lines={lines}
                isFiltered={buyerId !== undefined}
                onBuyer={filter.showBuyer}
              />
            )
          )
        }}
        emptyText={emptyText({ isToShip: isActive && isToShip, buyerId, isActive })}
      />
    </OrderPageFrame>
  )
}

type Filtered = { buyerId: number | undefined; isToShip: boolean; isActive: boolean }

function emptyText({ buyerId, isToShip, isActive }: Filtered): string {
  if (isToShip) return 'Nothing is waiting to be shipped.'
  if (buyerId !== undefined) return 'This buyer has no such orders with you.'
  return isActive
    ? 'Nobody has ordered anything of yours yet.'
    : 'No order of yours was canceled or has failed.'
}

type Counted = { data: { pages: { totalElements: number | null }[] } | undefined; isPlaceholderData: boolean }

function countOf({ data, isPlaceholderData }: Counted): number | null | undefined {
  return isPlaceholderData ? undefined : data?.pages[0]?.totalElements
}

const toShip = 'to-ship'

/** `?buyer=7&show=to-ship`: a reload, Back and a link from elsewhere show the same rows. */
function useReceivedFilter() {
  const router = useRouter()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const buyer = propertyOf(search, 'buyer')

  function change(changed: { buyer?: number | undefined; show?: string | undefined }): void {
    // Replaces the history entry of the menu, so that Back does not lead to a closed menu.
    const isInLayer = (router.history.location.state.layers ?? []).length > 0
    void navigate({
      to: '.',
      search: (now) => ({ ...now, ...changed }),
      replace: isInLayer,
      state: { keepsFocus: true },
      resetScroll: false,
    })
  }

  return {
    buyerId: typeof buyer === 'number' || typeof buyer === 'string' ? idIn(String(buyer)) : undefined,
    isToShip: propertyOf(search, 'show') === toShip,
    /** Undefined shows all buyers. */
    showBuyer: (buyerId: number | undefined) => change({ buyer: buyerId }),
    showToShip: (isOn: boolean) => change({ show: isOn ? toShip : undefined }),
    clear: () => change({ buyer: undefined, show: undefined }),
  }
}
