import type { Dispute } from '@rootsquare/contract/trade/disputes'
import { koboOf, nairaOf, nairaText } from '@rootsquare/contract/lib/money'
import { useState } from 'react'
import { useEndDispute } from '#web/features/disputes/api.ts'
import { feeOutcomeText } from '#web/features/disputes/dispute-labels.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useConfirmDialog } from '#web/ui/overlays/use-confirm-dialog.ts'
import classes from './dispute-view.module.css'

const grantTexts = (total: string) => ({
  hint: 'Is the buyer right? Then you need not wait for our staff.',
  action: 'Give the money back',
  question: `Give ${total} back?`,
  confirmLabel: `Give ${total} back`,
  consequence: 'The dispute ends, and this cannot be taken back.',
})
const withdrawTexts = {
  hint: 'Is everything fine after all? Then you can end the dispute.',
  action: 'Withdraw the dispute',
  question: 'Withdraw the dispute?',
  confirmLabel: 'Withdraw it',
  consequence: 'The seller is paid as usual, and you cannot start another dispute about this.',
}

/** Lets the seller concede or the buyer withdraw, so that staff need not decide. */
export function EndDispute({ dispute }: { dispute: Dispute }) {
  const { id, total, feeLeft, feeWithRefund, can } = dispute
  const [isOpen, setOpen] = useState(false)
  const mutation = useEndDispute(id, can.grant)
  const close = () => setOpen(false)
  const run = useConfirmDialog(close)
  const granted = nairaText(nairaOf(koboOf(total) + koboOf(feeWithRefund)))
  const texts = can.grant ? grantTexts(granted) : withdrawTexts
  const left = nairaOf(koboOf(feeLeft) - koboOf(feeWithRefund))
  return (
    <section className={`card-box stack gap-s ${classes.part}`} aria-label={texts.action}>
      <p>{texts.hint}</p>
      <div>
        <Button variant="outline" onClick={() => setOpen(true)}>
          {texts.action}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        onConfirm={() => run((ends) => mutation.mutateAsync(undefined, ends))}
        title={texts.question}
        confirmLabel={texts.confirmLabel}
        cancelLabel="Not now"
        tone="danger"
        isBusy={mutation.isPending}
      >
        <p>
          {can.grant && feeOutcomeText({ fee: feeWithRefund, feeLeft: left, amount: total })}{' '}
          {texts.consequence}
        </p>
      </ConfirmDialog>
    </section>
  )
}
