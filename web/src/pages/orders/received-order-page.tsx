import type { SellerOrder } from '@rootsquare/contract/trade/orders'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { orderFailed } from '#web/features/orders/order/order-labels.ts'
import { PackingSlip } from '#web/features/orders/selling/packing-slip.tsx'
import { Buyer, OrderItem, ReceivedSummary } from '#web/features/orders/selling/received-details.tsx'
import { CanceledNotice } from '#web/features/orders/order/order-notices.tsx'
import { DeclineDialog } from '#web/features/orders/selling/decline-dialog.tsx'
import { ParcelLines } from '#web/features/orders/selling/parcel-lines.tsx'
import { ShipDialog } from '#web/features/orders/selling/ship-dialog.tsx'
import { shipLabels } from '#web/features/orders/selling/ship-labels.ts'
import { sellerOrder } from '#web/features/orders/selling/seller-api.ts'
import { StatusChip } from '#web/features/orders/order/status-chip.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { idIn } from '#web/lib/navigation/table-search.ts'
import { useStockChange } from '#web/entities/items/item-cache.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { MissingOrder, missingTitle, OrderPageFrame } from '#web/features/orders/order-page-frame.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './received-order-page.module.css'

const back = { to: '/received-orders', back: 'Back to Received Orders' } as const

export function ReceivedOrderPage() {
  const { orderId } = useParams({ strict: false })
  const id = idIn(orderId)
  return id === undefined ? <Missing /> : <OneOrder key={id} orderId={id} />
}

function OneOrder({ orderId }: { orderId: number }) {
  const order = useQuery(sellerOrder(orderId))
  const error = order.isLoadingError ? orderFailed : null
  usePageTitle(order.data === null ? missingTitle : 'Received order')
  useErrorSnackbar(error, order.errorUpdateCount)
  if (order.data === null) return <Missing />
  return (
    <OrderPageFrame
      {...back}
      title="Received order"
      action={order.data && <StatusChip state={order.data.state} />}
    >
      {error !== null && <ErrorCard text={error} onRetry={() => void order.refetch()} />}
      {order.isPending && <RowsSkeleton label="Loading the order" count={4} />}
      {order.data && <OrderBody order={order.data} />}
    </OrderPageFrame>
  )
}

function OrderBody({ order }: { order: SellerOrder }) {
  const [action, setAction] = useState<'ship' | 'decline' | null>(null)
  const onStockChange = useStockChange()
  const dialog = { order, onStockChange, onClose: () => setAction(null) }
  return (
    <>
      <div className={classes.actions}>
        {order.can.ship && <Button onClick={() => setAction('ship')}>{shipLabels(order).action}</Button>}
        {order.can.decline && (
          <Button variant="outline" onClick={() => setAction('decline')}>
            Decline
          </Button>
        )}
        <PackingSlip order={order} />
        {order.disputeId !== null && (
          <Link to="/disputes/$disputeId" params={{ disputeId: String(order.disputeId) }} className="link">
            See the dispute
          </Link>
        )}
      </div>
      <CanceledNotice order={order} />
      <ReceivedSummary order={order} />
      <ParcelLines order={order} />
      <Buyer order={order} />
      <OrderItem order={order} />
      {action === 'ship' && <ShipDialog {...dialog} />}
      {action === 'decline' && <DeclineDialog {...dialog} />}
    </>
  )
}

function Missing() {
  return <MissingOrder {...back} text="You have sold nothing under this number." />
}
