import { nairaText } from '@rootsquare/contract/money'
import { orderReasonLength } from '@rootsquare/contract/orders'
import type { OrderLine } from '@rootsquare/contract/orders'
import { ReasonDialog } from '#web/entities/reasons/reason-dialog.tsx'
import { useRefundLine } from '#web/features/orders/list/api.ts'
import { useConfirmDialog } from '#web/ui/overlays/use-confirm-dialog.ts'

type RefundDialogProps = {
  orderId: number
  line: OrderLine
  onClose: () => void
  onStockChange: () => void
}

export function RefundDialog({ orderId, line, onClose, onStockChange }: RefundDialogProps) {
  const { orderLineId, name, total } = line
  const refund = useRefundLine(orderId, onStockChange)
  const run = useConfirmDialog(onClose)

  function send(reason: string, clear: () => void): void {
    run(async (ends) => {
      const { message } = await refund.mutateAsync({ orderLineId, reason }, ends)
      clear()
      return message ?? 'The refund is on its way.'
    })
  }

  return (
    <ReasonDialog
      title={`Refund of ${name}`}
      explanation={`It has not been shipped. You get ${nairaText(total)} back, and the seller is told why.`}
      missing="Reason is required"
      max={orderReasonLength}
      draft={{ what: 'refund', id: orderLineId }}
      confirmLabel={`Refund ${nairaText(total)}`}
      isBusy={refund.isPending}
      onClose={onClose}
      onSend={send}
    />
  )
}
