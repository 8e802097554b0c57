import { nairaText } from '@rootsquare/contract/lib/money'
import { orderReasonLength, type Order, type OrderLine } from '@rootsquare/contract/trade/orders'
import { ReasonDialog } from '#web/entities/reasons/reason-dialog.tsx'
import { useRefundLine } from '#web/features/orders/orders-api.ts'
import { refundOf } from '#web/features/orders/order-labels.ts'

type RefundDialogProps = {
  order: Order
  line: OrderLine
  /** True for admins, who refund for the buyer. */
  isAdmin?: boolean
  onClose: () => void
}

export function RefundDialog({ order, line, isAdmin = false, onClose }: RefundDialogProps) {
  const { orderLineId, name, seller } = line
  const parcel = order.parcels.find(({ sellerId }) => sellerId === seller)
  const { amount, note } = refundOf(line, parcel)
  const refund = useRefundLine(order.orderId)
  const toSeller = seller === null ? '' : ', and the seller is told why'
  const told = isAdmin ? ', and both sides are told why' : toSeller
  return (
    <ReasonDialog
      title={`Refund of ${name}`}
      explanation={`It has not been shipped. ${isAdmin ? 'The buyer gets' : 'You get'} ${nairaText(amount)}${note} back${told}.`}
      missing="Reason is required"
      max={orderReasonLength}
      draft={{ what: 'refund', id: orderLineId }}
      confirmLabel={`Refund ${nairaText(amount)}`}
      onClose={onClose}
      send={(reason) => refund.mutateAsync({ orderLineId, reason })}
    />
  )
}
