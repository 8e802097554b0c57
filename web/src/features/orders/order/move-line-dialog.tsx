import { nairaText } from '@rootsquare/contract/money'
import { orderNoteLength, orderReasonLength } from '@rootsquare/contract/orders'
import type { SellerOrder } from '@rootsquare/contract/orders'
import { ReasonDialog } from '#web/entities/reasons/reason-dialog.tsx'
import { useMoveLine } from '#web/features/orders/selling/seller-api.ts'
import type { LineMove } from '#web/features/orders/selling/seller-api.ts'
import { useConfirmDialog } from '#web/ui/overlays/use-confirm-dialog.ts'

export type LineAction = 'ship' | 'decline'

const actions = {
  ship: {
    texts: {
      title: 'Mark as shipped',
      label: 'Note for the buyer (optional)',
      description: 'Who brings it and how to find it: the rider, a phone number, a tracking number.',
      missing: null,
      max: orderNoteLength,
      confirmLabel: 'Mark as shipped',
    },
    explanation: () => 'The buyer is told, with your note. This cannot be taken back.',
    done: 'Marked as shipped. The buyer has been told.',
    move: (text: string): LineMove => ({ state: 'SHIPPED', note: text === '' ? null : text }),
  },
  decline: {
    texts: {
      title: 'Decline this order',
      missing: 'Reason is required',
      max: orderReasonLength,
      variant: 'danger',
      confirmLabel: 'Decline and refund',
    },
    explanation: ({ total }: SellerOrder) =>
      `The buyer is refunded ${nairaText(total)} and told why. What you declined is for sale again.`,
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

export function MoveLineDialog({ order, action, onClose, onStockChange }: MoveLineDialogProps) {
  const { texts, explanation, done, move } = actions[action]
  const moving = useMoveLine(order.orderId, onStockChange)
  const run = useConfirmDialog(onClose)

  function send(text: string, clear: () => void): void {
    run(async (ends) => {
      await moving.mutateAsync(move(text), ends)
      clear()
      return done
    })
  }

  return (
    <ReasonDialog
      {...texts}
      explanation={explanation(order)}
      draft={{ what: action, id: order.orderId }}
      isBusy={moving.isPending}
      onClose={onClose}
      onSend={send}
    />
  )
}
