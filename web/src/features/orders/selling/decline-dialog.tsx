import { nairaText } from '@rootsquare/contract/lib/money'
import { orderReasonLength, type SellerOrder } from '@rootsquare/contract/trade/orders'
import { ReasonDialog } from '#web/entities/reasons/reason-dialog.tsx'
import { refundOf } from '#web/features/orders/order/order-labels.ts'
import { useMoveLine } from '#web/features/orders/selling/seller-api.ts'
import { useConfirmDialog } from '#web/ui/overlays/use-confirm-dialog.ts'

export function DeclineDialog({ order, onClose }: { order: SellerOrder; onClose: () => void }) {
  const moving = useMoveLine(order.orderId)
  const run = useConfirmDialog(onClose)
  const { amount, note } = refundOf(order, order.parcel)

  function send(reason: string, clear: () => void): void {
    run(async (ends) => {
      await moving.mutateAsync({ state: 'CANCELED', reason }, ends)
      clear()
      return 'Declined. The buyer is refunded.'
    })
  }

  return (
    <ReasonDialog
      title="Decline this order"
      missing="Reason is required"
      max={orderReasonLength}
      variant="danger"
      confirmLabel="Decline and refund"
      explanation={`The buyer is refunded ${nairaText(amount)}${note} and told why. What you declined is for sale again.`}
      draft={{ what: 'decline', id: order.orderId }}
      isBusy={moving.isPending}
      onClose={onClose}
      onSend={send}
    />
  )
}
