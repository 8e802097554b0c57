import type { Dispute } from '@rootsquare/contract/trade/disputes'
import { useState } from 'react'
import { useWithdrawDispute } from '#web/features/disputes/api.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useConfirmDialog, type DialogCallbacks } from '#web/ui/overlays/use-confirm-dialog.ts'
import classes from './dispute-view.module.css'

/** The buyer ends the dispute without a decision. */
export function Withdrawal({ dispute: { id } }: { dispute: Dispute }) {
  const [isOpen, setOpen] = useState(false)
  const mutation = useWithdrawDispute(id)
  const run = useConfirmDialog(() => setOpen(false))
  const withdraw = async (ends: DialogCallbacks) =>
    (await mutation.mutateAsync(undefined, ends)).message ?? 'Done.'
  return (
    <section className={`card stack gap-10 ${classes.part}`} aria-label="Withdraw the dispute">
      <p>Is everything fine after all? Then you can end the dispute.</p>
      <div>
        <Button variant="outline" onClick={() => setOpen(true)}>
          Withdraw the dispute
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={() => run(withdraw)}
        title="Withdraw the dispute?"
        confirmLabel="Withdraw it"
        cancelLabel="Not now"
        tone="danger"
        isBusy={mutation.isPending}
      >
        <p>The seller is paid as usual, and you cannot start another dispute about this.</p>
      </ConfirmDialog>
    </section>
  )
}
