import type { Parcel } from '@rootsquare/contract/trade/orders'
import { useConfirmOrder } from '#web/features/orders/orders-api.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useConfirmDialog } from '#web/ui/overlays/use-confirm-dialog.ts'

type ReceivedDialogProps = { orderId: number; parcel?: Parcel; onClose: () => void }

/** Confirms the receipt of one parcel, or of the whole order if no parcel is given. */
export function ReceivedDialog({ orderId, parcel, onClose }: ReceivedDialogProps) {
  const mutation = useConfirmOrder(orderId)
  const run = useConfirmDialog(onClose)
  const body = parcel?.sellerId == null ? null : { sellerId: parcel.sellerId }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => run((ends) => mutation.mutateAsync(body, ends))}
      title={parcel ? `Have you received all from ${parcel.sellerUsername}?` : 'Have you received all of it?'}
      confirmLabel="Yes, I have it"
      cancelLabel="Not yet"
      isBusy={mutation.isPending}
    >
      <p>{parcel ? 'This parcel' : 'The order'} is completed then, and this cannot be taken back.</p>
    </ConfirmDialog>
  )
}
