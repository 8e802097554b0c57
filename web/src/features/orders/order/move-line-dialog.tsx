import { nairaText } from '@rootsquare/contract/money'
import { orderNoteLength, orderReasonLength } from '@rootsquare/contract/orders'
import type { SellerOrder } from '@rootsquare/contract/orders'
import { useId, useState } from 'react'
import type { SubmitEvent } from 'react'
import { useMoveLine } from '#web/features/orders/selling/seller-api.ts'
import type { LineMove } from '#web/features/orders/selling/seller-api.ts'
import { useTextDraft } from '#web/lib/storage/use-draft.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Counter } from '#web/ui/controls/counter.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { useConfirmDialog } from '#web/ui/overlays/use-confirm-dialog.ts'
import classes from './refund-dialog.module.css'

export type LineAction = 'ship' | 'decline'

const actions = {
  ship: {
    title: 'Mark as shipped',
    explanation: () => 'The buyer is told, with your note. This cannot be taken back.',
    label: 'Note for the buyer (optional)',
    description: 'Who brings it and how to find it: the rider, a phone number, a tracking number.',
    missing: null,
    max: orderNoteLength,
    variant: 'primary',
    confirm: 'Mark as shipped',
    done: 'Marked as shipped. The buyer has been told.',
    move: (text: string): LineMove => ({ state: 'SHIPPED', note: text === '' ? null : text }),
  },
  decline: {
    title: 'Decline this order',
    explanation: ({ total }: SellerOrder) =>
      `The buyer is refunded ${nairaText(total)} and told why. What you declined is for sale again.`,
    label: 'Reason',
    description: undefined,
    missing: 'Reason is required',
    max: orderReasonLength,
    variant: 'danger',
    confirm: 'Decline and refund',
    done: 'Declined. The buyer is refunded.',
    move: (text: string): LineMove => ({ state: 'CANCELED', reason: text }),
  },
} as const

type MoveLineDialogProps = {
  order: SellerOrder
  action: LineAction
  onClose: () => void
  onStockChange: () => void
}

/** What is typed is saved until it is sent. */
export function MoveLineDialog({ order, action, onClose, onStockChange }: MoveLineDialogProps) {
  const { title, explanation, label, description, max, variant, confirm, done, move } = actions[action]
  const formId = useId()
  const { text, change, error, check, clear } = useNote(order.orderId, action)
  const moving = useMoveLine(order.orderId, onStockChange)
  const run = useConfirmDialog(onClose)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (moving.isPending || !check()) return
    run(async (ends) => {
      await moving.mutateAsync(move(text.trim()), ends)
      clear()
      return done
    })
  }

  const footer = (
    <>
      <Button variant="outline" onClick={onClose}>
        Close
      </Button>
      <Button type="submit" form={formId} variant={variant} isBusy={moving.isPending}>
        {confirm}
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={title} footer={footer}>
      <form id={formId} className={classes.form} noValidate onSubmit={submit}>
        <p>{explanation(order)}</p>
        <div className={classes.counted}>
          <TextArea
            label={label}
            description={description}
            name="words"
            rows={3}
            data-autofocus
            value={text}
            error={error}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <Counter length={lengthOf(text)} max={max} />
        </div>
      </form>
    </Dialog>
  )
}

function useNote(orderId: number, action: LineAction) {
  const { missing, max } = actions[action]
  const memberId = useSession()?.userId ?? 0
  const { draft: text, change, clear } = useTextDraft({ what: action, memberId, id: orderId })
  const [isSent, setSent] = useState(false)
  const length = lengthOf(text)
  const isMissing = missing !== null && length === 0
  return {
    text,
    error: length > max ? tooLongText(max) : isSent && isMissing && missing,
    change,
    clear,
    check(): boolean {
      setSent(true)
      return !isMissing && length <= max
    },
  }
}
