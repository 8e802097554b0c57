import { nairaText } from '@rootsquare/contract/lib/money'
import { decideHeld, type HeldPayment } from '@rootsquare/contract/trade/payments'
import { flushSync } from 'react-dom'
import { useDecideHeld, type HeldAction } from '#web/features/orders/held/held-api.ts'
import { cameText } from '#web/features/orders/held/held-labels.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { focusContent } from '#web/ui/overlays/pass-focus.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type HeldDialogProps = { held: HeldPayment; action: HeldAction; onClose: () => void }

const names = {
  accept: { title: 'Accept this payment?', confirm: 'Accept payment', tone: 'plain' },
  refund: { title: 'Refund this payment?', confirm: 'Refund payment', tone: 'danger' },
} as const

export function HeldDialog({ held, action, onClose }: HeldDialogProps) {
  const decide = useDecideHeld(held, action)
  const { title, confirm, tone } = names[action]

  /** The row goes, and with it the button that had the focus. */
  function leave(): void {
    flushSync(onClose)
    focusContent()
  }

  function run(): void {
    clearSnackbars()
    const ends = {
      onSuccess: leave,
      onError: (failure: Error) => {
        if (isOver(failure)) leave()
      },
    }
    decide.mutateAsync(undefined, ends).then(
      ({ message }) => showSnackbar('success', message ?? decideHeld.message),
      (failure: unknown) => showSnackbar('error', errorText(failure)),
    )
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={run}
      title={title}
      confirmLabel={confirm}
      tone={tone}
      isBusy={decide.isPending}
    >
      <div className="stack gap-10 breakable">
        <p>
          <strong>{held.reference}</strong>: {held.why}
        </p>
        {action === 'accept' ? <AcceptText {...held} /> : <RefundText {...held} />}
      </div>
    </ConfirmDialog>
  )
}

function AcceptText(held: HeldPayment) {
  return (
    <>
      <p>
        The order of {nairaText(held.expected)} counts as paid with what came ({cameText(held)}), and its
        sellers are told to send it. Nobody is asked for what is missing.
      </p>
      <p>If the order can no longer be filled, all that came goes back to the buyer instead.</p>
    </>
  )
}

function RefundText(held: HeldPayment) {
  return (
    <p>
      All that came ({held.paid === null ? 'we ask the provider how much' : cameText(held)}) goes back to the
      buyer, who is told. The order ends, and its items are for sale again, unless another payment has paid
      it.
    </p>
  )
}

/** Another admin has decided already, or the payment is gone. */
function isOver(failure: Error): boolean {
  return (failure instanceof CallError && failure.code === 'ALREADY_DECIDED') || isMissing(failure)
}
