import { disputeReasons, type DisputeReason } from '@rootsquare/contract/trade/disputes'
import { nairaText } from '@rootsquare/contract/lib/money'
import type { Order, OrderLine } from '@rootsquare/contract/trade/orders'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState, type SubmitEvent } from 'react'
import { useOpenDispute } from '#web/features/disputes/api.ts'
import { reasonLabels } from '#web/entities/orders/trade-labels.ts'
import { feeQuestionText } from '#web/features/disputes/dispute-labels.ts'
import { MessageFields, useMessageDraft } from '#web/features/disputes/message-fields.tsx'
import { RadioChoice } from '#web/features/disputes/radio-choice.tsx'
import { errorText } from '#web/lib/net/error-text.ts'
import { useTextDraft } from '#web/lib/storage/use-draft.ts'
import { DraftStatus } from '#web/ui/feedback/draft-status.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormButtons } from '#web/ui/overlays/form-buttons.tsx'

type DisputeDialogProps = { order: Order; line: OrderLine; onClose: () => void }

export function DisputeDialog({ order, line, onClose }: DisputeDialogProps) {
  const formId = useId()
  const form = useDisputeForm(order.orderId, line.orderLineId)
  const { draft, reason, choose, isChecked, isBusy, submit } = form
  const parcel = order.parcels.find(({ sellerId }) => sellerId === line.seller)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Something is wrong"
      width={560}
      footer={<FormButtons form={formId} label="Tell the seller" isBusy={isBusy} onCancel={onClose} />}
    >
      <form id={formId} className="stack" noValidate onSubmit={submit}>
        {draft.isRestored && <DraftStatus onDiscard={draft.startOver} />}
        <p>
          The seller of <strong>{line.name}</strong> answers you, and our staff decides. Until then the seller
          does not get the money.
        </p>
        <p>
          It is about {nairaText(line.total)}. {feeQuestionText(parcel?.feeLeft ?? 0)}
        </p>
        <RadioChoice
          legend="What is wrong?"
          values={disputeReasons}
          labels={reasonLabels}
          chosen={reason}
          error={isChecked && reason === null ? 'Please choose what is wrong.' : null}
          onChoose={choose}
        />
        <MessageFields
          draft={draft}
          label="What happened?"
          description="The seller and our staff read it."
          isChecked={isChecked}
          isBusy={isBusy}
        />
      </form>
    </Dialog>
  )
}

function useDisputeForm(orderId: number, orderLineId: number) {
  const navigate = useNavigate()
  const draft = useMessageDraft('dispute', orderLineId, 'Please say what happened.')
  const { reason, choose, clear } = useReason(orderLineId)
  const [isChecked, setChecked] = useState(false)
  const open = useOpenDispute(orderId)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (open.isPending) return
    setChecked(true)
    if (reason === null) return event.currentTarget.querySelector('input')?.focus()
    if (draft.textError !== null) return event.currentTarget.querySelector('textarea')?.focus()
    if (draft.picturesError !== null) return
    clearSnackbars()
    open.mutateAsync({ orderLineId, reason, ...draft.content }).then(
      ({ data, message }) => {
        draft.finish()
        clear()
        showSnackbar('success', message ?? 'We have told the seller.')
        void navigate({ to: '/disputes/$disputeId', params: { disputeId: String(data.id) } })
      },
      (failure: unknown) => showSnackbar('error', errorText(failure)),
    )
  }

  return { draft, reason, choose, isChecked, isBusy: open.isPending, submit }
}

/** The reason is saved together with the text, so that a restored text always has its own reason. */
function useReason(lineId: number) {
  const { draft, change, clear } = useTextDraft({ what: 'dispute-reason', id: lineId })
  const reason = disputeReasons.find((known) => known === draft) ?? null
  return { reason, choose: (chosen: DisputeReason) => change(chosen), clear }
}
