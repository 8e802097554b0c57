import { nairaText } from '@rootsquare/contract/lib/money'
import { orderReasonLength, type OrderLine } from '@rootsquare/contract/trade/orders'
import { ReasonDialog } from '#web/entities/reasons/reason-dialog.tsx'
import { useRefundLine } from '#web/features/orders/list/api.ts'
import { useConfirmDialog } from '#web/ui/overlays/use-confirm-dialog.ts'

type RefundDialogProps = {
  orderId: number
  line: OrderLine
  /** An explanation for admins, who refund for the buyer. */
  explanation?: string
  onClose: () => void
}

export function RefundDialog({ orderId, line, explanation, onClose }: RefundDialogProps) {
  const { orderLineId, name, total, seller } = line
  const refund = useRefundLine(orderId)
  const run = useConfirmDialog(onClose)

  function send(reason: string, clear: () => void): void {
    run(async (ends) => {
      const answer = await refund.mutateAsync({ orderLineId, reason }, ends)
      clear()
      return answer
    })
  }

  return (
    <ReasonDialog
      title={`Refund of ${name}`}
      explanation={
        explanation ??
        `It has not been shipped. You get ${nairaText(total)} back${seller === null ? '' : ', and the seller is told why'}.`
      }
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
