import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { openOrder } from '#web/features/orders/api.ts'
import type { Ordering } from '#web/features/orders/use-ordering.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { routes } from '#web/lib/route-names.ts'
import { Button } from '#web/ui/button.tsx'
import { showSnackbar } from '#web/ui/snackbar-queue.ts'
import classes from './last-order.module.css'

/** What became of it, for whoever finds the cart empty after a lost answer or after Back from the payment page. */
export function LastOrder({ ordering: { again, lastOrder, isBusy } }: { ordering: Ordering }) {
  const open = useQuery(openOrder)
  if (again !== null)
    return (
      <div className={classes.last}>
        <p>We did not hear whether your last order was placed.</p>
        <Button isBusy={isBusy} onClick={() => again(tell)}>
          Check and go on to payment
        </Button>
      </div>
    )
  if (open.data != null)
    return (
      <div className={classes.last}>
        <p>You have an unpaid order.</p>
        <Link to={routes.OrderDetails} params={{ reference: open.data.transactionRef }} className="link">
          Go to your unpaid order
        </Link>
      </div>
    )
  if (lastOrder === null) return null
  return (
    <div className={classes.last}>
      <Link to={routes.OrderDetails} params={{ reference: lastOrder }} className="link">
        Go to your last order
      </Link>
    </div>
  )
}

function tell(failure: Error): void {
  showSnackbar('error', failureText(failure, 'An unexpected error occurred'))
}
