import type { Order } from '@rootsquare/contract/trade/orders'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { LeavingOverlay } from '#web/features/orders/payment/leaving-overlay.tsx'
import { useBuyAgain, useCancelOrder } from '#web/features/orders/orders-api.ts'
import { orderKeys } from '#web/entities/orders/order-keys.ts'
import {
  buyAgainText,
  cancelFailed,
  confirmLabel,
  isEnded,
  payFailed,
  rejectionText,
  wasPaid,
} from '#web/features/orders/order-labels.ts'
import { PayBefore } from '#web/features/orders/order/order-notices.tsx'
import { ReceiptButton } from '#web/features/orders/download-button.tsx'
import { ReceivedDialog } from '#web/features/orders/order/received-dialog.tsx'
import { usePay } from '#web/features/orders/payment/use-pay.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useConfirmDialog } from '#web/ui/overlays/use-confirm-dialog.ts'
import classes from './order-actions.module.css'

type OrderActionsProps = {
  order: Order
  /** The buyer is returning from the payment page, so the order may already be paid. */
  isReturning: boolean
}

export function OrderActions({ order, isReturning }: OrderActionsProps) {
  const { transactionRef, payBefore, can } = order
  const queryClient = useQueryClient()
  const [openDialog, setOpenDialog] = useState<'cancel' | 'received' | null>(null)
  const { pay, isOpening, leavingTo, paymentUrl } = usePay((failure) => {
    showSnackbar('error', rejectionText(failure, payFailed))
    // The order may have been paid in another window.
    void queryClient.invalidateQueries({ queryKey: orderKeys.bought })
  })
  const close = () => setOpenDialog(null)
  const received = confirmLabel(order)

  function payNow(): void {
    clearSnackbars()
    pay(transactionRef)
  }

  const payButton = (
    <Button
      variant={isReturning || !can.pay ? 'outline' : 'primary'}
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
    <div className={`flex-row wrap ${classes.actions} gap-xs-s`}>
      {isReturning && payBefore !== null && (
        <p className={`bold ${classes.before}`}>
          <PayBefore iso={payBefore} />
        </p>
      )}
      {received !== null && <Button onClick={() => setOpenDialog('received')}>{received}</Button>}
      <AfterPayment order={order} />
      <div className={can.pay || can.cancel ? classes.open : classes.past}>
        {payButton}
        {cancelButton}
      </div>
      {openDialog === 'cancel' && <CancelOrderDialog orderId={order.orderId} onClose={close} />}
      {openDialog === 'received' && <ReceivedDialog orderId={order.orderId} onClose={close} />}
      {leavingTo !== null && <LeavingOverlay host={leavingTo} href={paymentUrl} />}
    </div>
  )
}

/** Offers what the buyer can do with a paid or ended order. */
function AfterPayment({ order }: { order: Order }) {
  return (
    <>
      {isEnded(order) && <BuyAgain order={order} />}
      {wasPaid(order) && <ReceiptButton order={order} />}
    </>
  )
}

function CancelOrderDialog({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const mutation = useCancelOrder(orderId)
  const run = useConfirmDialog(onClose)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() =>
        run(
          (ends) => mutation.mutateAsync(undefined, ends),
          (failure) => rejectionText(failure, cancelFailed),
        )
      }
      title="Cancel this order?"
      confirmLabel="Cancel Order"
      cancelLabel="Keep it"
      tone="danger"
      isBusy={mutation.isPending}
    >
      <p>Nothing is paid, and its items go back on sale. To buy them after all, press Buy again.</p>
    </ConfirmDialog>
  )
}

/** Opens the cart if at least one item of the order is still for sale. */
function BuyAgain({ order: { orderId } }: { order: Order }) {
  const navigate = useNavigate()
  const again = useBuyAgain(orderId)

  function buy(): void {
    if (again.isPending) return
    clearSnackbars()
    again.mutate(undefined, {
      onError: (failure) => showSnackbar('error', errorText(failure)),
      onSuccess: (found) => {
        const isWhole = found.missing.length === 0 && found.reduced.length === 0
        showSnackbar(isWhole ? 'success' : 'warning', buyAgainText(found))
        if (found.added > 0) void navigate({ to: '/cart' })
      },
    })
  }

  return (
    <Button isBusy={again.isPending} onClick={buy}>
      Buy again
    </Button>
  )
}
