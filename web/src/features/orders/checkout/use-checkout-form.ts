import type { Address } from '@rootsquare/contract/addresses'
import type { DeliveryMethod } from '@rootsquare/contract/trade/market'
import { useState } from 'react'
import {
  blankCheckout,
  CheckoutDraft,
  noCheckoutErrors,
  completeDraft,
  sides,
} from '#web/features/orders/checkout/checkout-draft.ts'
import type { CheckoutErrors, AddressSide } from '#web/features/orders/checkout/checkout-draft.ts'
import { focusAddress, type AddressText } from '#web/lib/format/address-text.ts'
import { useLastPhone } from '#web/features/orders/checkout/last-phone.ts'
import { savedText, useDraft } from '#web/lib/storage/use-draft.ts'

/** `phone` is the number in the profile. */
type CheckoutFormOptions = { memberId: number; phone: string; saved: Address[] }
export type ChoiceChange = Partial<CheckoutDraft[AddressSide]>
export type CheckoutFormState = ReturnType<typeof useCheckoutForm>

export const phoneId = 'checkout-phone'
export const prefixOf = (side: AddressSide) => `checkout-${side}`
export const savedGroupId = (side: AddressSide) => `checkout-${side}-saved`

export function useCheckoutForm({ memberId, phone, saved }: CheckoutFormOptions) {
  const { draft, setDraft, errors, setErrors, ...changes } = useCheckoutDraft(memberId)
  const [savedPhone] = useState(() => savedText({ what: 'checkout-phone', memberId }))
  const lastPhone = useLastPhone() || savedPhone
  const shown = completeDraft(draft, { phone, lastPhone, saved })

  /** Shows the errors and focuses the first one. Returns true if there is any. */
  function showErrors(found: CheckoutErrors): boolean {
    setErrors(found)
    return focusFirst(found)
  }

  /** Saves the displayed choices, so that an address saved later does not change them. */
  const saveShown = () => setDraft(shown)

  return { shown, errors, ...changes, showErrors, saveShown }
}

/** Stores the draft, and clears the error of a field when it changes. */
function useCheckoutDraft(memberId: number) {
  const { draft, change: setDraft } = useDraft({ what: 'checkout', memberId }, CheckoutDraft, blankCheckout)
  const [errors, setErrors] = useState<CheckoutErrors>(noCheckoutErrors)

  function changePhone(phone: string): void {
    setDraft((now) => ({ ...now, phone }))
    setErrors(({ billing, shipping }) => ({ billing, shipping }))
  }

  function choose(side: AddressSide, changed: ChoiceChange): void {
    setDraft((now) => ({ ...now, [side]: { ...now[side], ...changed } }))
    setErrors((now) => ({ ...now, [side]: { fields: now[side].fields } }))
  }

  function changeAddress(side: AddressSide, changed: Partial<AddressText>): void {
    const corrected = Object.fromEntries(Object.keys(changed).map((field) => [field, undefined]))
    setDraft((now) => ({ ...now, [side]: { ...now[side], fresh: { ...now[side].fresh, ...changed } } }))
    setErrors((now) => ({ ...now, [side]: { fields: { ...now[side].fields, ...corrected } } }))
  }

  const setSame = (isSame: boolean) => setDraft((now) => ({ ...now, isSame }))

  const chooseMethod = (sellerId: number, method: DeliveryMethod) =>
    setDraft((now) => ({ ...now, methods: { ...now.methods, [sellerId]: method } }))

  return {
    draft,
    setDraft,
    errors,
    setErrors,
    changePhone,
    choose,
    changeAddress,
    setSame,
    chooseMethod,
  }
}

function focusFirst({ phone, ...errors }: CheckoutErrors): boolean {
  if (phone !== undefined) {
    document.getElementById(phoneId)?.focus()
    return true
  }
  return sides.some((side) => {
    const { choice, fields } = errors[side]
    if (choice !== undefined) focusChoice(side)
    return choice !== undefined || focusAddress(prefixOf(side), fields)
  })
}

export function focusChoice(side: AddressSide): void {
  const group = document.getElementById(savedGroupId(side))
  const first = group?.querySelector<HTMLElement>('input:checked') ?? group?.querySelector('input')
  first?.focus()
}
