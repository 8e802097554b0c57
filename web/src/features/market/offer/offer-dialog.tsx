import type { Item } from '@rootsquare/contract/trade/market'
import { nairaText } from '@rootsquare/contract/lib/money'
import { acceptedOfferHours, createOffer } from '@rootsquare/contract/trade/offers'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState, type SubmitEvent } from 'react'
import { applyMessage } from '#web/entities/messages/message-cache.ts'
import { priceErrorIn } from '#web/features/market/publish/ad-errors.ts'
import { NairaField } from '#web/features/market/publish/naira-field.tsx'
import { routes } from '#web/lib/navigation/route-names.ts'
import { call, CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormButtons } from '#web/ui/overlays/form-buttons.tsx'

type OfferDialogProps = { item: Item; onClose: () => void }

/** Opens the conversation after sending, because an offer is a message. */
export function OfferDialog({ item, onClose }: OfferDialogProps) {
  const formId = useId()
  const [price, setPrice] = useState('')
  const [error, setError] = useState<string | undefined>()
  const { isPending, mutate } = useSendOffer(item)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (isPending) return
    const found = offerErrorIn(price, item.price)
    setError(found)
    if (found !== undefined) return event.currentTarget.querySelector('input')?.focus()
    mutate(Number(price), { onError: (failure) => setError(fieldErrorOf(failure)) })
  }

  const footer = <FormButtons form={formId} label="Send offer" isBusy={isPending} onCancel={onClose} />
  return (
    <Dialog isOpen onClose={onClose} title={`Make an offer for ${item.name}`} footer={footer}>
      <form id={formId} className="stack gap-14" noValidate onSubmit={submit}>
        <p>
          Today’s price is <strong className="amount">{nairaText(item.price)}</strong>. If the seller accepts,
          your price holds for {acceptedOfferHours} hours.
        </p>
        <NairaField
          label="Your price for one"
          name="price"
          value={price}
          error={error}
          isBusy={isPending}
          isFirst
          onChange={setPrice}
        />
      </form>
    </Dialog>
  )
}

/** The texts match the server's own errors. */
function offerErrorIn(figures: string, today: number): string | undefined {
  const error = priceErrorIn(figures)
  if (error !== null) return error
  return Number(figures) < today ? undefined : `Must be below today’s price of ${nairaText(today)}.`
}

const fieldErrorOf = (failure: Error) => (failure instanceof CallError ? failure.fields['price'] : undefined)

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
    onError: (failure) => {
      if (fieldErrorOf(failure) === undefined) showSnackbar('error', errorText(failure))
    },
  })
}
