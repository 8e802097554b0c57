import type { Order } from '@rootsquare/contract/orders'
import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { orderKeys } from '#web/features/orders/api.ts'
import { CancelOrderDialog, ReceivedDialog } from '#web/features/orders/order-dialogs.tsx'
import { LeavingOverlay } from '#web/features/orders/leaving-overlay.tsx'
import { payBeforeText, payFailed, reasonIn } from '#web/features/orders/order-words.ts'
import { usePay } from '#web/features/orders/use-pay.ts'
import { everyMinute, minuteMs } from '#web/lib/minute-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/snackbar-queue.ts'
import classes from './order-actions.module.css'

type OrderActionsProps = { order: Order; onStockChange: () => void }

export function OrderActions({ order, onStockChange }: OrderActionsProps) {
  const { transactionRef, payBefore, can } = order
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<'cancel' | 'received' | null>(null)
  const { pay, isOpening, leavingTo, paymentUrl } = usePay((failure) => {
    showSnackbar('error', reasonIn(failure, payFailed))
    // Such as: it has been paid in another window.
    void queryClient.invalidateQueries({ queryKey: orderKeys.bought })
  })
  const close = () => setAsked(null)

  function payNow(): void {
    clearSnackbars()
    pay(transactionRef)
  }

  return (
    <div className={classes.actions}>
      {payBefore !== null && <PayBefore iso={payBefore} />}
      {can.confirm && <Button onClick={() => setAsked('received')}>I have received it</Button>}
      <Button disabled={!can.pay} isBusy={isOpening} onClick={payNow}>
        Pay Now
      </Button>
      <Button look="outline" disabled={!can.cancel} onClick={() => setAsked('cancel')}>
        Cancel Order
      </Button>
      {asked === 'cancel' && (
        <CancelOrderDialog orderId={order.orderId} onClose={close} onStockChange={onStockChange} />
      )}
      {asked === 'received' && <ReceivedDialog orderId={order.orderId} onClose={close} />}
      {leavingTo !== null && <LeavingOverlay host={leavingTo} href={paymentUrl} />}
    </div>
  )
}

/** At midnight the hour alone no longer says it. */
function PayBefore({ iso }: { iso: string }) {
  const minute = useSyncExternalStore(everyMinute, thisMinute)
  return (
    <p className={classes.before}>
      <time dateTime={iso}>{payBeforeText(iso, minute * minuteMs)}</time>
    </p>
  )
}

function thisMinute(): number {
  return Math.floor(Date.now() / minuteMs)
}
