import type { Order } from '@rootsquare/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useState } from 'react'
import { orderOf } from '#web/features/orders/list/api.ts'
import { OrderActions } from '#web/features/orders/order/order-actions.tsx'
import { OrderLines } from '#web/features/orders/list/order-lines.tsx'
import { OrderNotices } from '#web/features/orders/order/order-notices.tsx'
import { OrderSummary } from '#web/features/orders/order/order-summary.tsx'
import { OrderTimeline } from '#web/features/orders/order/order-timeline.tsx'
import { awaitsPayment, orderFailed } from '#web/features/orders/order/order-labels.ts'
import { RefundDialog } from '#web/features/orders/order/refund-dialog.tsx'
import { StatusChip } from '#web/features/orders/order/status-chip.tsx'
import { useCheckPaymentOnce, useReloadOnFocus } from '#web/features/orders/list/use-reload-on-focus.ts'
import { useReturn } from '#web/features/orders/payment/use-return.ts'
import { CallError } from '#web/lib/net/call.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { useStockChange } from '#web/entities/items/item-cache.ts'
import { NoticePage } from '#web/ui/layout/notice-page.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './orders-page.module.css'

export function MyOrderPage() {
  const { reference = '' } = useParams({ strict: false })
  return <OneOrder key={reference} reference={reference} />
}

function OneOrder({ reference }: { reference: string }) {
  const order = useQuery(orderOf(reference))
  const payment = useReturn(reference)
  const isMissing = order.data === null || isNoReference(order.error)
  const error = order.isLoadingError && !isMissing ? orderFailed : null
  useReloadOnFocus(reference)
  useCheckPaymentOnce(reference, payment === null && order.data != null && awaitsPayment(order.data))
  usePageTitle(isMissing ? missingTitle : 'Order')
  useErrorSnackbar(error, order.errorUpdateCount)
  if (isMissing) return <MissingOrder />
  return (
    <div className={classes.page}>
      <BackLink />
      <div className={classes.head}>
        <h1 className={['display', classes.title].join(' ')}>Order</h1>
        {order.data && <StatusChip state={order.data.orderStatus} />}
      </div>
      {error !== null && <ErrorCard text={error} onRetry={() => void order.refetch()} />}
      {order.isPending && <RowsSkeleton label="Loading your order" count={4} />}
      {order.data && (
        <>
          <OrderNotices order={order.data} payment={payment} />
          <OrderBody order={order.data} isReturning={payment !== null} />
        </>
      )}
    </div>
  )
}

type OrderBodyProps = { order: Order; isReturning: boolean }

function OrderBody({ order, isReturning }: OrderBodyProps) {
  const [refundedId, setRefundedId] = useState<number | null>(null)
  const refunded = order.orderItemList.find(({ orderLineId }) => orderLineId === refundedId)
  const onStockChange = useStockChange()
  return (
    <>
      <section className={['card', classes.part].join(' ')} aria-label="Status">
        <OrderTimeline order={order} />
        <OrderActions order={order} isReturning={isReturning} onStockChange={onStockChange} />
      </section>
      <OrderSummary order={order} />
      <OrderLines order={order} onRefund={setRefundedId} />
      {refunded !== undefined && (
        <RefundDialog
          orderId={order.orderId}
          line={refunded}
          onClose={() => setRefundedId(null)}
          onStockChange={onStockChange}
        />
      )}
    </>
  )
}

function BackLink() {
  return (
    <Link to="/my-orders" className={classes.back}>
      <ArrowLeft size={20} strokeWidth={1.9} aria-hidden="true" />
      Back to My Orders
    </Link>
  )
}

const missingTitle = 'Order not found'

/** The server rejects what is no reference with 400. */
function isNoReference(failure: unknown): boolean {
  return failure instanceof CallError && failure.status === 400
}

function MissingOrder() {
  return (
    <NoticePage title={missingTitle} cloth={{ family: 'nok', palette: 'clay' }}>
      <p>You have no order with this reference. The link to it may be wrong, or it is somebody else’s.</p>
      <Link to="/my-orders" className="link">
        Back to My Orders
      </Link>
    </NoticePage>
  )
}
