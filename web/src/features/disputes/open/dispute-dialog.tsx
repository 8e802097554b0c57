import { disputeReasons, maxDisputeImages } from '@rootsquare/contract/trade/disputes'
import { nairaText } from '@rootsquare/contract/lib/money'
import type { Order, OrderLine } from '@rootsquare/contract/trade/orders'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { usePictureForm } from '#web/entities/uploads/use-picture-form.ts'
import { useOpenDispute } from '#web/features/disputes/api.ts'
import { reasonLabels } from '#web/entities/orders/trade-labels.ts'
import { feeQuestionText } from '#web/features/disputes/dispute-labels.ts'
import {
  MessageDraft,
  MessageFields,
  messageLimits,
  textError,
  noMessage,
} from '#web/features/disputes/message-fields.tsx'
import { RadioChoice } from '#web/features/disputes/radio-choice.tsx'
import { useDraft } from '#web/lib/storage/use-draft.ts'
import { resultInSnackbar } from '#web/ui/feedback/show-result.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'

type DisputeDialogProps = { order: Order; line: OrderLine; onClose: () => void }

const DisputeDraft = MessageDraft.extend({ reason: z.enum(disputeReasons).nullable().default(null) })
const blank: z.infer<typeof DisputeDraft> = { ...noMessage, reason: null }

export function DisputeDialog({ order, line, onClose }: DisputeDialogProps) {
  const form = useDisputeForm(order.orderId, line.orderLineId)
  const parcel = order.parcels.find(({ sellerId }) => sellerId === line.seller)
  return (
    <FormDialog
      form={form}
      showsDraft
      title="Something is wrong"
      width={560}
      label="Tell the seller"
      onClose={onClose}
    >
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
        {...form.choice('reason')}
      />
      <MessageFields
        form={form}
        field={form.field('text')}
        label="What happened?"
        description="The seller and our staff read it."
      />
    </FormDialog>
  )
}

function useDisputeForm(orderId: number, orderLineId: number) {
  const navigate = useNavigate()
  const open = useOpenDispute(orderId)
  const draft = useDraft<typeof blank>({ what: 'dispute', id: orderLineId }, DisputeDraft, blank)
  return usePictureForm(
    {
      initial: blank,
      draft,
      rules: {
        reason: (reason) => (reason === null ? 'Please choose what is wrong.' : null),
        text: (text) => textError(text, 'Please say what happened.'),
      },
      limits: messageLimits,
      send: ({ reason, text, pictures }) =>
        reason === null
          ? undefined
          : open.mutateAsync({
              orderLineId,
              reason,
              text: text.trim(),
              images: pictures.map(({ url }) => url),
            }),
      onSuccess({ data, message }) {
        showSnackbar('success', message ?? 'We have told the seller.')
        void navigate({ to: '/disputes/$disputeId', params: { disputeId: String(data.id) } })
      },
      onFailure: resultInSnackbar.onFailure,
    },
    { most: maxDisputeImages },
  )
}
