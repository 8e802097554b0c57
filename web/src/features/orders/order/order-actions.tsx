import type { Order } from '@rootsquare/contract/trade/orders'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { LeavingOverlay } from '#web/features/orders/checkout/leaving-overlay.tsx'
import { useBuyAgain, useCancelOrder } from '#web/features/orders/list/api.ts'
import { orderKeys } from '#web/entities/orders/order-cache.ts'
import {
  againText,
  cancelFailed,
  confirmLabel,
  isEnded,
  payFailed,
  reasonIn,
  wasPaid,
} from '#web/features/orders/order/order-labels.ts'
import { PayBefore } from '#web/features/orders/order/order-notices.tsx'
import { ReceiptButton } from '#web/features/orders/order/receipt-button.tsx'
import { ReceivedDialog } from '#web/features/orders/order/received-dialog.tsx'
import { usePay } from '#web/features/orders/payment/use-pay.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useConfirmDialog, type DialogCallbacks } from '#web/ui/overlays/use-confirm-dialog.ts'
import classes from './order-actions.module.css'

type OrderActionsProps = {
  order: Order
  /** The buyer returns from the payment page, and the order may be paid already. */
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
    <div className={`row wrap ${classes.actions}`}>
      {isReturning && payBefore !== null && (
        <p className={classes.before}>
          <PayBefore iso={payBefore} />
        </p>
      )}
      {received !== null && <Button onClick={() => setOpenDialog('received')}>{received}</Button>}
      <AfterPayment order={order} />
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

/** What can be done once it is paid or over. */
function AfterPayment({ order }: { order: Order }) {
  return (
    <>
      {isEnded(order) && <BuyAgain order={order} />}
      {wasPaid(order) && <ReceiptButton order={order} />}
    </>
  )
}

type CancelOrderDialogProps = { orderId: number; onClose: () => void; onStockChange: () => void }

function CancelOrderDialog({ orderId, onClose, onStockChange }: CancelOrderDialogProps) {
  const mutation = useCancelOrder(orderId, onStockChange)
  const run = useConfirmDialog(onClose)
  const cancel = async (ends: DialogCallbacks) =>
    (await mutation.mutateAsync(undefined, ends)).message ?? 'Done.'
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => run(cancel, (failure) => reasonIn(failure, cancelFailed))}
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

/** Leads to the cart if anything of it can be bought. */
function BuyAgain({ order: { orderId } }: { order: Order }) {
  const navigate = useNavigate()
  const again = useBuyAgain(orderId)

  function buy(): void {
    if (again.isPending) return
    clearSnackbars()
    again.mutate(undefined, {
      onError: (failure) => showSnackbar('error', errorText(failure)),
      onSuccess: (found) => {
        showSnackbar(found.missing.length === 0 ? 'success' : 'warning', againText(found))
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
