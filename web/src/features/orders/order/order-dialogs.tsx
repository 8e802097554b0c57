import { useCancelOrder, useConfirmOrder } from '#web/features/orders/list/api.ts'
import { cancelFailed, reasonIn } from '#web/features/orders/order/order-labels.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useConfirmDialog } from '#web/ui/overlays/use-confirm-dialog.ts'
import type { DialogCallbacks } from '#web/ui/overlays/use-confirm-dialog.ts'

type OrderDialogProps = { orderId: number; onClose: () => void }
type CancelOrderDialogProps = OrderDialogProps & { onStockChange: () => void }

export function CancelOrderDialog({ orderId, onClose, onStockChange }: CancelOrderDialogProps) {
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
      <p>Nothing is paid, and its items go back on sale. To buy them after all, order them anew.</p>
    </ConfirmDialog>
  )
}

export function ReceivedDialog({ orderId, onClose }: OrderDialogProps) {
  const mutation = useConfirmOrder(orderId)
  const run = useConfirmDialog(onClose)
  const confirm = async (ends: DialogCallbacks) =>
    (await mutation.mutateAsync(undefined, ends)).message ?? 'Done.'
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => run(confirm)}
      title="Have you received all of it?"
      confirmLabel="Yes, I have it"
      cancelLabel="Not yet"
      isBusy={mutation.isPending}
    >
      <p>The order is completed then, and this cannot be taken back.</p>
    </ConfirmDialog>
  )
}
