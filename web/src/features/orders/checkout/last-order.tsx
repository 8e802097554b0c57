import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { openOrder } from '#web/features/orders/orders-api.ts'
import type { OrderPlacement } from '#web/features/orders/checkout/use-place-order.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './last-order.module.css'

const last = `stack centered gap-s ${classes.last}`

/** Helps buyers who find the cart empty after a lost reply or after Back from the payment page. */
export function LastOrder({ ordering: { retry, lastOrder, isBusy } }: { ordering: OrderPlacement }) {
  const open = useQuery(openOrder)
  if (retry !== null)
    return (
      <div className={last}>
        <p>We could not confirm whether your last order was placed.</p>
        <Button isBusy={isBusy} onClick={() => void retry()?.catch(showFailure)}>
          Check and continue to payment
        </Button>
      </div>
    )
  if (open.data != null)
    return (
      <div className={last}>
        <p>You have an unpaid order.</p>
        <Link to={routes.OrderDetails} params={{ reference: open.data.transactionRef }} className="text-link">
          Go to your unpaid order
        </Link>
      </div>
    )
  if (lastOrder === null) return null
  return (
    <div className={last}>
      <Link to={routes.OrderDetails} params={{ reference: lastOrder }} className="text-link">
        Go to your last order
      </Link>
    </div>
  )
}

function showFailure(failure: unknown): void {
  showSnackbar('error', errorText(failure, 'An unexpected error occurred'))
}
