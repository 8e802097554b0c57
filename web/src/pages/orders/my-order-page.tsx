import type { Order } from '@rootsquare/contract/trade/orders'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { SomethingIsWrong } from '#web/features/disputes/something-is-wrong.tsx'
import { orderOf } from '#web/features/orders/list/api.ts'
import { OrderActions } from '#web/features/orders/order/order-actions.tsx'
import { OrderNotices } from '#web/features/orders/order/order-notices.tsx'
import { ParcelCard, linesBySeller, type LineActionsProps } from '#web/features/orders/order/parcel-card.tsx'
import { OrderSummary } from '#web/features/orders/order/order-summary.tsx'
import { OrderTimeline } from '#web/features/orders/order/order-timeline.tsx'
import { awaitsPayment, orderFailed } from '#web/features/orders/order/order-labels.ts'
import { RefundDialog } from '#web/features/orders/order/refund-dialog.tsx'
import { StatusChip } from '#web/features/orders/order/status-chip.tsx'
import { useCheckPaymentOnce, useReloadOnFocus } from '#web/features/orders/list/use-reload-on-focus.ts'
import { ThankYou } from '#web/features/orders/payment/thank-you.tsx'
import { usePaymentCheck, type PaymentCheck } from '#web/features/orders/payment/use-payment-check.ts'
import { WriteReview } from '#web/features/reviews/write-review.tsx'
import { CallError } from '#web/lib/net/call.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { useStockChange } from '#web/entities/items/item-cache.ts'
import { MissingOrder, missingTitle, OrderPageFrame } from '#web/features/orders/order-page-frame.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './my-order-page.module.css'

export function MyOrderPage() {
  const { reference = '' } = useParams({ strict: false })
  return <OneOrder key={reference} reference={reference} />
}

function OneOrder({ reference }: { reference: string }) {
  const order = useQuery(orderOf(reference))
  const check = usePaymentCheck(reference)
  const isMissing = order.data === null || isNoReference(order.error)
  const error = order.isLoadingError && !isMissing ? orderFailed : null
  useReloadOnFocus(reference)
  useCheckPaymentOnce(reference, check === null && order.data != null && awaitsPayment(order.data))
  const isNewlyPaid = check === 'paid' && order.data?.orderStatus === 'PROCESSING'
  const title = isNewlyPaid ? 'Thank you' : 'Order'
  usePageTitle(isMissing ? missingTitle : title)
  useErrorSnackbar(error, order.errorUpdateCount)
  const back = { to: '/my-orders', back: 'Back to My Orders' } as const
  if (isMissing) return <MissingOrder {...back} text="You have no order with this reference." />
  return (
    <OrderPageFrame
      {...back}
      title={title}
      action={order.data && <StatusChip state={order.data.orderStatus} />}
    >
      {error !== null && <ErrorCard text={error} onRetry={() => void order.refetch()} />}
      {order.isPending && <RowsSkeleton label="Loading your order" count={4} />}
      {order.data && isNewlyPaid && <ThankYou order={order.data} />}
      {order.data && !isNewlyPaid && <OrderStatus order={order.data} check={check} />}
      {order.data && <OrderDetails order={order.data} />}
    </OrderPageFrame>
  )
}

type OrderStatusProps = { order: Order; check: PaymentCheck }

function OrderStatus({ order, check }: OrderStatusProps) {
  const onStockChange = useStockChange()
  const isReturning = check === 'running' || check === 'nothing-found'
  return (
    <>
      <OrderNotices order={order} check={check} />
      <section className={`card stack padded ${classes.part}`} aria-label="Status">
        <OrderTimeline order={order} />
        <OrderActions order={order} isReturning={isReturning} onStockChange={onStockChange} />
      </section>
    </>
  )
}

function OrderDetails({ order }: { order: Order }) {
  const [refundedId, setRefundedId] = useState<number | null>(null)
  const refunded = order.orderItemList.find(({ orderLineId }) => orderLineId === refundedId)
  const onStockChange = useStockChange()
  return (
    <>
      <OrderSummary order={order} />
      {linesBySeller(order.orderItemList).map((lines) => (
        <ParcelCard
          key={lines[0].seller}
          lines={lines}
          order={order}
          onRefund={setRefundedId}
          LineActions={LineActions}
        />
      ))}
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

/** The server rejects what is no reference with 400. */
function isNoReference(failure: unknown): boolean {
  return failure instanceof CallError && failure.status === 400
}

/** What other features offer for a line. */
function LineActions({ line, order }: LineActionsProps) {
  return (
    <>
      <WriteReview line={line} />
      <SomethingIsWrong orderId={order.orderId} line={line} />
    </>
  )
}
