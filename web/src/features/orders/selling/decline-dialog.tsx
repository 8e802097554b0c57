import { nairaText } from '@rootsquare/contract/lib/money'
import { orderReasonLength, type SellerOrder } from '@rootsquare/contract/trade/orders'
import { ReasonDialog } from '#web/entities/reasons/reason-dialog.tsx'
import { refundOf } from '#web/features/orders/order-labels.ts'
import { useMoveLine } from '#web/features/orders/selling/seller-api.ts'

export function DeclineDialog({ order, onClose }: { order: SellerOrder; onClose: () => void }) {
  const moving = useMoveLine(order.orderId)
  const { amount, note } = refundOf(order, order.parcel)
  return (
    <ReasonDialog
      title="Decline this order"
      missing="Reason is required"
      max={orderReasonLength}
      variant="danger"
      confirmLabel="Decline and refund"
      explanation={`The buyer is refunded ${nairaText(amount)}${note} and told why. What you declined is for sale again.`}
      draft={{ what: 'decline', id: order.orderId }}
      onClose={onClose}
      send={async (reason) => {
        await moving.mutateAsync({ state: 'CANCELED', reason })
        return 'Declined. The buyer is refunded.'
      }}
    />
  )
}
