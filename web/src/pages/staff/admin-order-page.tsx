import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { AdminOrderDetails } from '#web/features/orders/admin/admin-order-details.tsx'
import { adminOrder } from '#web/features/orders/admin/admin-orders-api.ts'
import { ProblemChips } from '#web/features/orders/admin/problem-chips.tsx'
import { orderFailed } from '#web/features/orders/order/order-labels.ts'
import { StatusChip } from '#web/features/orders/order/status-chip.tsx'
import { MissingOrder, missingTitle, OrderPageFrame } from '#web/features/orders/order-page-frame.tsx'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './admin-order-page.module.css'

const back = { to: '/admin-orders', back: 'Back to All Orders' } as const

export function AdminOrderPage() {
  const { orderId = '' } = useParams({ strict: false })
  const order = useQuery(adminOrder(Number(orderId)))
  const isMissing = isNoOrder(order.error)
  const error = order.isLoadingError && !isMissing ? errorText(order.error, orderFailed) : null
  usePageTitle(isMissing ? missingTitle : 'Order')
  useErrorSnackbar(error, order.errorUpdateCount)
  if (isMissing) return <MissingOrder {...back} text="There is no such order." />
  return (
    <OrderPageFrame
      {...back}
      title="Order"
      className={classes.page}
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

/** The server rejects what is no number with 400. */
function isNoOrder(failure: unknown): boolean {
  return failure instanceof CallError && (failure.status === 400 || failure.status === 404)
}
