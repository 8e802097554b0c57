import type { Item } from '@rootsquare/contract/trade/market'
import { nairaText } from '@rootsquare/contract/lib/money'
import { acceptedOfferHours, createOffer } from '@rootsquare/contract/trade/offers'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { applyMessage } from '#web/entities/messages/message-cache.ts'
import { priceErrorIn } from '#web/features/market/publish/ad-errors.ts'
import { NairaField } from '#web/features/market/publish/naira-field.tsx'
import { useForm } from '#web/lib/forms/use-form.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { call } from '#web/lib/net/call.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { resultInSnackbar } from '#web/ui/feedback/show-result.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'

type OfferDialogProps = { item: Item; onClose: () => void }

/** Opens the conversation after sending, because an offer is a message. */
export function OfferDialog({ item, onClose }: OfferDialogProps) {
  const offer = useSendOffer(item)
  const form = useForm({
    initial: { price: '' },
    rules: { price: (figures) => offerErrorIn(figures, item.price) },
    send: ({ price }) => offer.mutateAsync(Number(price)),
    onFailure: resultInSnackbar.onFailure,
  })
  return (
    <FormDialog
      form={form}
      className="stack gap-s"
      title={`Make an offer for ${item.name}`}
      label="Send offer"
      onClose={onClose}
    >
      <p>
        Today’s price is <strong className="amount">{nairaText(item.price)}</strong>. If the seller accepts,
        your price holds for {acceptedOfferHours} hours.
      </p>
      <NairaField label="Your price for one" isBusy={form.isPending} isFirst {...form.choice('price')} />
    </FormDialog>
  )
}

/** The texts match the server's own errors. */
function offerErrorIn(figures: string, today: number): string | undefined {
  const error = priceErrorIn(figures)
  if (error !== null) return error
  return Number(figures) < today ? undefined : `Must be below today’s price of ${nairaText(today)}.`
}

function useSendOffer({ id, userId }: Item) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useServerMutation({
    mutationFn: (price: number) => call(createOffer, { params: { id }, body: { price } }),
    onSuccess: async ({ data, message }) => {
      applyMessage(queryClient, data.senderId, data)
      showSnackbar('success', message ?? 'Your offer has been sent.')
      await navigate({ to: routes.MessagePage, params: { receipientId: String(userId) }, replace: true })
    },
  })
}
