import { retryOrder } from '@rootsquare/contract/trade/admin-orders'
import type { AdminOrder } from '@rootsquare/contract/trade/admin-orders'
import { useRetryOrder } from '#web/features/orders/admin/admin-orders-api.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

export function RetryButton({ order }: { order: AdminOrder }) {
  const retry = useRetryOrder(order.orderId)

  function run(): void {
    clearSnackbars()
    retry.mutateAsync().then(
      ({ message }) => showSnackbar('success', message ?? retryOrder.message),
      (failure: unknown) => showSnackbar('error', errorText(failure)),
    )
  }

  if (!order.can.retry) return null
  return (
    <div>
      <Button isBusy={retry.isPending} onClick={run}>
        {labelOf(order)}
      </Button>
    </div>
  )
}

/** What it covers. */
function labelOf({ refunds, payouts }: AdminOrder): string {
  const hasRefund = refunds.some(({ state }) => state === 'FAILED')
  const hasPayout = payouts.some(({ state }) => state === 'FAILED' || state === 'REVERSED')
  if (hasRefund && hasPayout) return 'Request failed refunds and payouts again'
  return hasPayout ? 'Request failed payouts again' : 'Request failed refunds again'
}
