import type { Address } from '@rootsquare/contract/addresses'
import type { DeliveryMethod } from '@rootsquare/contract/trade/market'
import { useState } from 'react'
import {
  addressFieldName,
  blankCheckout,
  CheckoutDraft,
  checkoutErrorsFrom,
  checkoutErrorsIn,
  completeDraft,
} from '#web/features/orders/checkout/checkout-draft.ts'
import type { AddressSide, CompleteDraft } from '#web/features/orders/checkout/checkout-draft.ts'
import { useLastPhone } from '#web/features/orders/checkout/last-phone.ts'
import type { AddressText } from '#web/lib/format/address-text.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { savedText, useDraft } from '#web/lib/storage/use-draft.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type CheckoutFormOptions = {
  memberId: number
  /** The number in the profile. */
  phone: string
  saved: Address[]
  isBusy: boolean
  send: (order: CompleteDraft) => Promise<void> | undefined
}
export type ChoiceChange = Partial<CheckoutDraft[AddressSide]>
export type CheckoutFormState = ReturnType<typeof useCheckoutForm>

/** The draft has only what the buyer has chosen; `shown` has the defaults of the rest. */
export function useCheckoutForm({ memberId, phone, saved, isBusy, send }: CheckoutFormOptions) {
  const [savedPhone] = useState(() => savedText({ what: 'checkout-phone', memberId }))
  const lastPhone = useLastPhone() || savedPhone
  const complete = (draft: CheckoutDraft) => completeDraft(draft, { phone, lastPhone, saved })
  const draft = useDraft({ what: 'checkout', memberId }, CheckoutDraft, blankCheckout)
  const form = useForm({
    initial: blankCheckout,
    draft,
    isBusy,
    check: (typed) => checkoutErrorsIn(complete(typed)),
    errorsFrom: checkoutErrorsFrom,
    send(typed) {
      const order = complete(typed)
      const sent = send(order)
      // The displayed choices are saved, so that an address saved later does not change them.
      if (sent !== undefined) draft.change(order)
      return sent
    },
    onFailure(failure, { isAtField }) {
      if (!isAtField) showSnackbar('error', errorText(failure, 'An unexpected error occurred'))
    },
  })
  const { values } = form

  function choose(side: AddressSide, change: ChoiceChange): void {
    form.set({ [side]: { ...values[side], ...change } })
  }

  function changeAddress(side: AddressSide, change: Partial<AddressText>): void {
    const { fresh, ...choice } = values[side]
    form.set({ [side]: { ...choice, fresh: { ...fresh, ...change } } })
    for (const name of Object.keys(change)) form.clearError(addressFieldName(side, name))
  }

  const chooseMethod = (sellerId: number, method: DeliveryMethod) =>
    form.set({ methods: { ...values.methods, [sellerId]: method } })

  return { ...form, shown: complete(values), choose, changeAddress, chooseMethod }
}
