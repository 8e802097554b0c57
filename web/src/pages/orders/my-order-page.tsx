import type { Order } from '@rootsquare/contract/trade/orders'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { OpenDisputeButton } from '#web/features/disputes/open/open-dispute-button.tsx'
import { orderOf, useCheckPaymentOnce, useReloadOnFocus } from '#web/features/orders/orders-api.ts'
import { OrderActions } from '#web/features/orders/order/order-actions.tsx'
import { OrderNotices } from '#web/features/orders/order/order-notices.tsx'
import { ParcelCard, linesBySeller, type LineActionsProps } from '#web/features/orders/order/parcel-card.tsx'
import { OrderSummary } from '#web/features/orders/order/order-summary.tsx'
import { OrderTimeline } from '#web/features/orders/order/order-timeline.tsx'
import { awaitsPayment, orderFailed } from '#web/features/orders/order-labels.ts'
import { RefundDialog } from '#web/features/orders/order/refund-dialog.tsx'
import { StatusChip } from '#web/features/orders/order/status-chip.tsx'
import { ThankYou } from '#web/features/orders/payment/thank-you.tsx'
import { usePaymentCheck, type PaymentCheck } from '#web/features/orders/payment/use-payment-check.ts'
import { WriteReview } from '#web/features/reviews/write-review.tsx'
import { CallError } from '#web/lib/net/call.ts'
import { MissingOrder, OrderPageFrame } from '#web/features/orders/order-page-frame.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'

export function MyOrderPage() {
  const { reference = '' } = useParams({ strict: false })
  return <LoadedOrder key={reference} reference={reference} />
}

function LoadedOrder({ reference }: { reference: string }) {
  const order = useQuery(orderOf(reference))
  const check = usePaymentCheck(reference)
  const isMissing = order.data === null || isInvalidReference(order.error)
  const error = order.isLoadingError && !isMissing ? orderFailed : null
  useReloadOnFocus(reference)
  useCheckPaymentOnce(reference, check === null && order.data != null && awaitsPayment(order.data))
  const isNewlyPaid =
    check === 'paid' && order.data?.orderStatus === 'PROCESSING' && order.data.extraPayments.length === 0
  useErrorSnackbar(error, order.errorUpdateCount)
  const back = { to: '/my-orders', back: 'Back to My Orders' } as const
  if (isMissing) return <MissingOrder {...back} text="You have no order with this reference." />
  return (
    <OrderPageFrame
      {...back}
      title={isNewlyPaid ? 'Thank you' : 'Order'}
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
  const isReturning = check === 'running' || check === 'nothing-found'
  return (
    <>
      <OrderNotices order={order} check={check} />
      <section className="card-box padded" aria-label="What you can do">
        <OrderActions order={order} isReturning={isReturning} />
      </section>
    </>
  )
}

/** What is looked for most comes first, on every width: the goods, then where they go and what was paid, then the history. */
function OrderDetails({ order }: { order: Order }) {
  const [refundedId, setRefundedId] = useState<number | null>(null)
  const refunded = order.orderItemList.find(({ orderLineId }) => orderLineId === refundedId)
  return (
    <>
      <ListRows of={linesBySeller(order.orderItemList)} rowKey={(lines) => lines[0].seller} as="div">
        {(lines) => (
          <ParcelCard lines={lines} order={order} onRefund={setRefundedId} LineActions={LineActions} />
        )}
      </ListRows>
      <OrderSummary order={order} />
      <section className="card-box padded" aria-label="History">
        <OrderTimeline order={order} />
      </section>
      {refunded !== undefined && (
        <RefundDialog order={order} line={refunded} onClose={() => setRefundedId(null)} />
      )}
    </>
  )
}

/** Checks the reference first, because the server rejects an invalid one with 400. */
function isInvalidReference(failure: unknown): boolean {
  return failure instanceof CallError && failure.status === 400
}

/** Shows the actions that other features offer for a line. */
function LineActions({ line, order }: LineActionsProps) {
  return (
    <>
      <WriteReview line={line} />
      <OpenDisputeButton order={order} line={line} />
    </>
  )
}
