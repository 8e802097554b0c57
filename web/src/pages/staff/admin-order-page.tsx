import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { AdminOrderDetails } from '#web/features/orders/admin/admin-order-details.tsx'
import { adminOrder } from '#web/features/orders/admin/admin-orders-api.ts'
import { ProblemChips } from '#web/features/orders/admin/problem-filter.tsx'
import { orderFailed } from '#web/features/orders/order-labels.ts'
import { StatusChip } from '#web/features/orders/order/status-chip.tsx'
import { MissingOrder, OrderPageFrame } from '#web/features/orders/order-page-frame.tsx'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'

const back = { to: '/admin-orders', back: 'Back to All Orders' } as const

export function AdminOrderPage() {
  const { orderId = '' } = useParams({ strict: false })
  const order = useQuery(adminOrder(Number(orderId)))
  const isMissing = isMissingOrder(order.error)
  const error = order.isLoadingError && !isMissing ? errorText(order.error, orderFailed) : null
  useErrorSnackbar(error, order.errorUpdateCount)
  if (isMissing) return <MissingOrder {...back} text="There is no such order." />
  return (
    <OrderPageFrame
      {...back}
      title="Order"
      width={1200}
      action={
        order.data && (
          <>
            <StatusChip state={order.data.orderStatus} />
            <ProblemChips problems={order.data.problems} />
          </>
        )
      }
    >
      {error !== null && <ErrorCard text={error} onRetry={() => void order.refetch()} />}
      {order.isPending && <RowsSkeleton label="Loading the order" count={4} />}
      {order.data && <AdminOrderDetails order={order.data} />}
    </OrderPageFrame>
  )
}

/** Checks the number first, because the server rejects anything else with 400. */
function isMissingOrder(failure: unknown): boolean {
  return failure instanceof CallError && (failure.status === 400 || failure.status === 404)
}
