import type { Order } from '@rootsquare/contract/orders'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { orderKeys } from '#web/features/orders/list/api.ts'
import { CancelOrderDialog, ReceivedDialog } from '#web/features/orders/order/order-dialogs.tsx'
import { LeavingOverlay } from '#web/features/orders/checkout/leaving-overlay.tsx'
import { payFailed, reasonIn } from '#web/features/orders/order/order-labels.ts'
import { PayBefore } from '#web/features/orders/order/order-notices.tsx'
import { usePay } from '#web/features/orders/payment/use-pay.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './order-actions.module.css'

type OrderActionsProps = {
  order: Order
  /** The buyer returns from the payment page, so the order may be paid already. */
  isReturning: boolean
  onStockChange: () => void
}

export function OrderActions({ order, isReturning, onStockChange }: OrderActionsProps) {
  const { transactionRef, payBefore, can } = order
  const queryClient = useQueryClient()
  const [openDialog, setOpenDialog] = useState<'cancel' | 'received' | null>(null)
  const { pay, isOpening, leavingTo, paymentUrl } = usePay((failure) => {
    showSnackbar('error', reasonIn(failure, payFailed))
    // It may have been paid in another window.
    void queryClient.invalidateQueries({ queryKey: orderKeys.bought })
  })
  const close = () => setOpenDialog(null)

  function payNow(): void {
    clearSnackbars()
    pay(transactionRef)
  }

  const payButton = (
    <Button
      variant={isReturning ? 'outline' : 'primary'}
      disabled={!can.pay}
      isBusy={isOpening}
      onClick={payNow}
    >
      Pay Now
    </Button>
  )
  const cancelButton = (
    <Button variant="outline" disabled={!can.cancel} onClick={() => setOpenDialog('cancel')}>
      Cancel Order
    </Button>
  )
  return (
    <div className={classes.actions}>
      {isReturning && payBefore !== null && (
        <p className={classes.before}>
          <PayBefore iso={payBefore} />
        </p>
      )}
      {can.confirm && <Button onClick={() => setOpenDialog('received')}>I have received it</Button>}
      <div className={can.pay || can.cancel ? classes.open : classes.past}>
        {payButton}
        {cancelButton}
      </div>
      {openDialog === 'cancel' && (
        <CancelOrderDialog orderId={order.orderId} onClose={close} onStockChange={onStockChange} />
      )}
      {openDialog === 'received' && <ReceivedDialog orderId={order.orderId} onClose={close} />}
      {leavingTo !== null && <LeavingOverlay host={leavingTo} href={paymentUrl} />}
    </div>
  )
}
