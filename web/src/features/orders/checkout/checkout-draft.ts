import type { Address } from '@rootsquare/contract/addresses'
import type { DeliveryChoices } from '@rootsquare/contract/trade/cart'
import type { NewOrder } from '@rootsquare/contract/trade/checkout'
import { deliveryMethods } from '@rootsquare/contract/trade/market'
import { z } from 'zod'
import {
  addressErrorsIn,
  AddressText,
  checkAddress,
  noAddress,
  sentAddress,
} from '#web/lib/format/address-text.ts'
import type { AddressErrors } from '#web/lib/format/address-text.ts'
import type { FieldErrors } from '#web/lib/forms/use-field-errors.ts'
import { phoneDigits, phoneErrorIn } from '#web/lib/format/phone-number.ts'

export type AddressSide = 'billing' | 'shipping'

/** Null means the buyer has not chosen: the first saved address is used, or a new one if none is saved. */
const ChoiceDraft = z.object({
  way: z.enum(['saved', 'new']).nullable(),
  savedId: z.number().nullable(),
  fresh: AddressText,
})
export const CheckoutDraft = z.object({
  phone: z.string().nullable(),
  isSame: z.boolean(),
  billing: ChoiceDraft,
  shipping: ChoiceDraft,
  /** The delivery method per seller id; contains only what the buyer has chosen. */
  methods: z.record(z.string(), z.enum(deliveryMethods)).default({}),
})
export type CheckoutDraft = z.infer<typeof CheckoutDraft>
/** A draft in which every open choice has its default. */
export type CompleteDraft = Pick<CheckoutDraft, 'isSame' | 'methods'> & { phone: string } & Record<
    AddressSide,
    { way: 'saved' | 'new'; savedId: number | null; fresh: AddressText }
  >
export type CompleteChoice = CompleteDraft[AddressSide]

const noChoice: CheckoutDraft[AddressSide] = { way: null, savedId: null, fresh: noAddress }
export const blankCheckout: CheckoutDraft = {
  phone: null,
  isSame: true,
  billing: noChoice,
  shipping: noChoice,
  methods: {},
}

/** `phone` is from the profile, `lastPhone` from the last order; '' if there is none. */
type CheckoutDefaults = { phone: string; lastPhone: string; saved: Address[] }

export function completeDraft(
  draft: CheckoutDraft,
  { phone, lastPhone, saved }: CheckoutDefaults,
): CompleteDraft {
  const chosen = ({ way, savedId, fresh }: CheckoutDraft[AddressSide]): CompleteChoice => {
    const isThere = saved.some(({ id }) => id === savedId)
    return {
      way: saved.length === 0 ? 'new' : (way ?? 'saved'),
      savedId: isThere ? savedId : (saved[0]?.id ?? null),
      fresh,
    }
  }
  const billing = chosen(draft.billing)
  const addressPhone = billing.way === 'saved' && saved.find(({ id }) => id === billing.savedId)?.phoneNumber
  return {
    phone: draft.phone ?? (phone || addressPhone || lastPhone),
    isSame: draft.isSame,
    billing,
    shipping: chosen(draft.shipping),
    methods: draft.methods,
  }
}

/** Returns the state to which the goods are sent, if it is known. */
export function shippingState(
  { isSame, billing, shipping }: CompleteDraft,
  saved: Address[],
): string | undefined {
  const { way, savedId, fresh } = isSame ? billing : shipping
  const code = way === 'new' ? fresh.cityCode : saved.find(({ id }) => id === savedId)?.cityCode
  return code || undefined
}

/** The name of a field of a new address. */
export const addressFieldName = (side: AddressSide, name: string) => `checkout-${side}-${name}`

/** The choice of an address has the name of its side. */
export function checkoutErrorsIn(draft: CompleteDraft): FieldErrors {
  return {
    phone: phoneDigits(draft.phone) === '' ? 'Phone Number is required' : phoneErrorIn(draft.phone),
    ...choiceErrorsIn('billing', draft.billing),
    ...(!draft.isSame && choiceErrorsIn('shipping', draft.shipping)),
  }
}

function choiceErrorsIn(side: AddressSide, { way, savedId, fresh }: CompleteChoice): FieldErrors {
  if (way === 'new') return errorsAt(side, checkAddress(fresh))
  return savedId === null ? { [side]: 'Address is required' } : {}
}

/** Maps the field errors of a rejection to the form. */
export function checkoutErrorsFrom(fields: Record<string, string>): FieldErrors {
  const at = (side: AddressSide) => ({
    [side]: fields[`${side}AddressId`] ?? fields[`${side}Address`],
    ...errorsAt(side, addressErrorsIn(fields, `${side}Address.`)),
  })
  return { phone: fields['phoneNumber'], ...at('billing'), ...at('shipping') }
}

function errorsAt(side: AddressSide, errors: AddressErrors): FieldErrors {
  const named = Object.entries(errors).map(([name, error]) => [addressFieldName(side, name), error])
  return Object.fromEntries(named)
}

type OrderTerms = { delivery: DeliveryChoices; expectedTotal: number }

export function newOrderOf(draft: CompleteDraft, { delivery, expectedTotal }: OrderTerms): NewOrder {
  const { isSame, billing, shipping } = draft
  return {
    phoneNumber: phoneDigits(draft.phone),
    useBillingAddressForShipping: isSame,
    ...(billing.way === 'saved'
      ? { billingAddressId: billing.savedId }
      : { billingAddress: sentAddress(billing.fresh) }),
    ...(!isSame &&
      (shipping.way === 'saved'
        ? { shippingAddressId: shipping.savedId }
        : { shippingAddress: sentAddress(shipping.fresh) })),
    delivery,
    expectedTotal,
  }
}
