import type { SellerOrder } from '@rootsquare/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { MoveLineDialog } from '#web/features/orders/order/move-line-dialog.tsx'
import type { LineAction } from '#web/features/orders/order/move-line-dialog.tsx'
import { orderFailed } from '#web/features/orders/order/order-labels.ts'
import { PrintSlip } from '#web/features/orders/order/print-slip.tsx'
import { Buyer, OrderItem, ReceivedSummary } from '#web/features/orders/selling/received-details.tsx'
import { CanceledNotice } from '#web/features/orders/order/order-notices.tsx'
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
  const [action, setAction] = useState<LineAction | null>(null)
  const onStockChange = useStockChange()
  return (
    <>
      <div className={classes.actions}>
        {order.can.ship && <Button onClick={() => setAction('ship')}>Mark as shipped</Button>}
        {order.can.decline && (
          <Button variant="outline" onClick={() => setAction('decline')}>
            Decline
          </Button>
        )}
        <PrintSlip order={order} />
      </div>
      <CanceledNotice order={order} />
      <ReceivedSummary order={order} />
      <Buyer order={order} />
      <OrderItem order={order} />
      {action !== null && (
        <MoveLineDialog
          order={order}
          action={action}
          onClose={() => setAction(null)}
          onStockChange={onStockChange}
        />
      )}
    </>
  )
}

function Missing() {
  return <MissingOrder {...back} text="You have sold nothing under this number." />
}
