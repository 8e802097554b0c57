import { flushSync } from 'react-dom'
import { useCancelOrder, useConfirmOrder } from '#web/features/orders/api.ts'
import { cancelFailed, reasonIn } from '#web/features/orders/order-words.ts'
import { CallFailure } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { focusContent } from '#web/ui/pass-focus.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/snackbar-queue.ts'

type OrderDialogProps = { orderId: number; onClose: () => void }

export function CancelOrderDialog({ orderId, onClose }: OrderDialogProps) {
  const deed = useCancelOrder(orderId)
  const confirm = useConfirmed(deed.mutateAsync, onClose, (failure) => reasonIn(failure, cancelFailed))
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      title="Cancel this order?"
      confirmLabel="Cancel Order"
      cancelLabel="Keep it"
      tone="danger"
      isBusy={deed.isPending}
    >
      <p>Nothing is paid, and its items go back on sale. To buy them after all, order them anew.</p>
    </ConfirmDialog>
  )
}

export function ReceivedDialog({ orderId, onClose }: OrderDialogProps) {
  const deed = useConfirmOrder(orderId)
  const confirm = useConfirmed(deed.mutateAsync, onClose, (failure) => failureText(failure))
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      title="Have you received all of it?"
      confirmLabel="Yes, I have it"
      cancelLabel="Not yet"
      isBusy={deed.isPending}
    >
      <p>The order is completed then, and this cannot be taken back.</p>
    </ConfirmDialog>
  )
}

type Deed = (given: void, options: { onSuccess: () => void }) => Promise<{ message: string | undefined }>

/** The button that opened the dialog has had its day, so the focus goes to the title. */
function useConfirmed(deed: Deed, onClose: () => void, textOf: (failure: unknown) => string) {
  function leave(): void {
    flushSync(onClose)
    focusContent()
  }
  return () => {
    clearSnackbars()
    deed(undefined, { onSuccess: leave }).then(
      ({ message }) => showSnackbar('success', message ?? 'Done.'),
      (failure: unknown) => {
        // It is no longer what the question was about.
        if (failure instanceof CallFailure && failure.status === 409) leave()
        showSnackbar('error', textOf(failure))
      },
    )
  }
}
