import type { Dispute } from '@rootsquare/contract/trade/disputes'
import { nairaText } from '@rootsquare/contract/lib/money'
import { useState } from 'react'
import { useDecideDispute } from '#web/features/disputes/api.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useConfirmDialog, type DialogCallbacks } from '#web/ui/overlays/use-confirm-dialog.ts'
import classes from './dispute-view.module.css'

/** The seller ends the dispute without staff. */
export function GrantRefund({ dispute: { id, total } }: { dispute: Dispute }) {
  const [isOpen, setOpen] = useState(false)
  const mutation = useDecideDispute(id)
  const run = useConfirmDialog(() => setOpen(false))
  const grant = async (ends: DialogCallbacks) =>
    (await mutation.mutateAsync({ decision: 'REFUND_BUYER' }, ends)).message ?? 'Done.'
  return (
    <section className={`card stack gap-10 ${classes.part}`} aria-label="Give the money back">
      <p>Is the buyer right? Then you need not wait for our staff.</p>
      <div>
        <Button variant="outline" onClick={() => setOpen(true)}>
          Give the money back
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={() => run(grant)}
        title={`Give ${nairaText(total)} back?`}
        confirmLabel={`Give ${nairaText(total)} back`}
        cancelLabel="Not now"
        tone="danger"
        isBusy={mutation.isPending}
      >
        <p>The buyer gets all of it, the dispute ends, and this cannot be taken back.</p>
      </ConfirmDialog>
    </section>
  )
}
