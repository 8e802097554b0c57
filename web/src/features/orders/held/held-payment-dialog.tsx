import { nairaText } from '@rootsquare/contract/lib/money'
import type { HeldPayment } from '@rootsquare/contract/trade/payments'
import {
  paidAmountText,
  useDecideHeld,
  type HeldAction,
} from '#web/features/orders/held/held-payments-api.ts'
import { CallError } from '#web/lib/net/call.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useConfirmDialog } from '#web/ui/overlays/use-confirm-dialog.ts'

type HeldDialogProps = { held: HeldPayment; action: HeldAction; onClose: () => void }

const names = {
  accept: { title: 'Accept this payment?', confirm: 'Accept payment', tone: 'plain' },
  refund: { title: 'Refund this payment?', confirm: 'Refund payment', tone: 'danger' },
} as const

export function HeldDialog({ held, action, onClose }: HeldDialogProps) {
  const decide = useDecideHeld(held, action)
  const run = useConfirmDialog(onClose, isAlreadyDecided)
  const { title, confirm, tone } = names[action]
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => run((ends) => decide.mutateAsync(undefined, ends))}
      title={title}
      confirmLabel={confirm}
      tone={tone}
      isBusy={decide.isPending}
    >
      <div className="stack gap-s breakable">
        <p>
          <strong>{held.reference}</strong>: {held.why}
        </p>
        {action === 'accept' ? <AcceptExplanation {...held} /> : <RefundExplanation {...held} />}
      </div>
    </ConfirmDialog>
  )
}

function AcceptExplanation(held: HeldPayment) {
  return (
    <>
      <p>
        The order of {nairaText(held.expected)} counts as paid with what came ({paidAmountText(held)}), and
        its sellers are told to send it. What is missing is written off, and nobody is asked for it.
      </p>
      <p>If the order can no longer be filled, all that came goes back to the buyer instead.</p>
    </>
  )
}

function RefundExplanation(held: HeldPayment) {
  return (
    <p>
      All that came ({held.paid === null ? 'we ask the provider how much' : paidAmountText(held)}) goes back
      to the buyer, who is told. The order ends, and its items are for sale again, unless another payment has
      paid it.
    </p>
  )
}

/** Returns true if another admin has already decided, or the payment no longer exists. */
function isAlreadyDecided(failure: Error): boolean {
  return (failure instanceof CallError && failure.code === 'ALREADY_DECIDED') || isMissing(failure)
}
