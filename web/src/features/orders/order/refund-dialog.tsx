import { orderReasonLength } from '@rootsquare/contract/orders'
import type { OrderLine } from '@rootsquare/contract/orders'
import { nairaText } from '@rootsquare/contract/money'
import { useId, useState } from 'react'
import type { SubmitEvent } from 'react'
import { useRefundLine } from '#web/features/orders/list/api.ts'
import { useTextDraft } from '#web/lib/storage/use-draft.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Counter } from '#web/ui/controls/counter.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { useConfirmDialog } from '#web/ui/overlays/use-confirm-dialog.ts'
import classes from './refund-dialog.module.css'

type RefundDialogProps = {
  orderId: number
  line: OrderLine
  onClose: () => void
  onStockChange: () => void
}

/** What is typed is saved until it is sent. */
export function RefundDialog({ orderId, line, onClose, onStockChange }: RefundDialogProps) {
  const formId = useId()
  const { reason, change, error, check, clear } = useReason(line.orderLineId)
  const refund = useRefundLine(orderId, onStockChange)
  const run = useConfirmDialog(onClose)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (refund.isPending || !check()) return
    const body = { orderLineId: line.orderLineId, reason: reason.trim() }
    run(async (ends) => {
      const { message } = await refund.mutateAsync(body, ends)
      clear()
      return message ?? 'The refund is on its way.'
    })
  }

  const footer = (
    <>
      <Button variant="outline" onClick={onClose}>
        Close
      </Button>
      <Button type="submit" form={formId} isBusy={refund.isPending}>
        Refund {nairaText(line.total)}
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={`Refund of ${line.name}`} footer={footer}>
      <form id={formId} className={classes.form} noValidate onSubmit={submit}>
        <p>It has not been shipped. You get {nairaText(line.total)} back, and the seller is told why.</p>
        <div className={classes.counted}>
          <TextArea
            label="Reason"
            name="reason"
            rows={3}
            data-autofocus
            value={reason}
            error={error}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <Counter length={lengthOf(reason)} max={orderReasonLength} />
        </div>
      </form>
    </Dialog>
  )
}

function useReason(orderLineId: number) {
  const memberId = useSession()?.userId ?? 0
  const { draft: reason, change, clear } = useTextDraft({ what: 'refund', memberId, id: orderLineId })
  const [isSent, setSent] = useState(false)
  const length = lengthOf(reason)
  const missing = isSent && length === 0 ? 'Reason is required' : null
  return {
    reason,
    error: length > orderReasonLength ? tooLongText(orderReasonLength) : missing,
    change,
    clear,
    check(): boolean {
      setSent(true)
      return length > 0 && length <= orderReasonLength
    },
  }
}
