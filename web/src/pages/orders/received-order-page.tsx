import type { SellerOrder } from '@rootsquare/contract/trade/orders'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { orderFailed } from '#web/features/orders/order-labels.ts'
import { PackingSlip } from '#web/features/orders/download-button.tsx'
import { Buyer, OrderItem, ReceivedSummary } from '#web/features/orders/selling/received-details.tsx'
import { CanceledNotice, DecisionNotice } from '#web/features/orders/order/order-notices.tsx'
import { DeclineDialog } from '#web/features/orders/selling/decline-dialog.tsx'
import { ParcelLines } from '#web/features/orders/selling/parcel-lines.tsx'
import { ShipDialog, shipLabels } from '#web/features/orders/selling/ship-dialog.tsx'
import { sellerOrder } from '#web/features/orders/selling/seller-api.ts'
import { StatusChip } from '#web/features/orders/order/status-chip.tsx'
import { idIn } from '#web/lib/navigation/search-params.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { MissingOrder, OrderPageFrame } from '#web/features/orders/order-page-frame.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './received-order-page.module.css'

const back = { to: '/received-orders', back: 'Back to Received Orders' } as const

export function ReceivedOrderPage() {
  const { orderId } = useParams({ strict: false })
  const id = idIn(orderId)
  return id === undefined ? <MissingReceivedOrder /> : <LoadedOrder key={id} orderId={id} />
}

function LoadedOrder({ orderId }: { orderId: number }) {
  const order = useQuery(sellerOrder(orderId))
  const error = order.isLoadingError ? orderFailed : null
  useErrorSnackbar(error, order.errorUpdateCount)
  if (order.data === null) return <MissingReceivedOrder />
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
  const dialog = { order, onClose: () => setAction(null) }
  return (
    <>
      <div className={`wrap ${classes.actions} display-flex gap-xs-s`}>
        {order.can.ship && <Button onClick={() => setAction('ship')}>{shipLabels(order).action}</Button>}
        {order.can.decline && (
          <Button variant="outline" onClick={() => setAction('decline')}>
            Decline
          </Button>
        )}
        <PackingSlip order={order} />
        {order.disputeId !== null && (
          <Link
            to="/disputes/$disputeId"
            params={{ disputeId: String(order.disputeId) }}
            className="text-link"
          >
            See the dispute
          </Link>
        )}
      </div>
      <CanceledNotice order={order} />
      <DecisionNotice order={order} />
      <OrderItem order={order} />
      <ReceivedSummary order={order} />
      <ParcelLines order={order} />
      <Buyer order={order} />
      {action === 'ship' && <ShipDialog {...dialog} />}
      {action === 'decline' && <DeclineDialog {...dialog} />}
    </>
  )
}

function MissingReceivedOrder() {
  return <MissingOrder {...back} text="You have no sale with this number." />
}
