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
import { phoneDigits, phoneErrorIn } from '#web/lib/format/phone-number.ts'

export const sides = ['billing', 'shipping'] as const
export type Side = (typeof sides)[number]

/** Null means the buyer has not chosen: the first saved address is used, or a new one if none is saved. */
const Choice = z.object({
  way: z.enum(['saved', 'new']).nullable(),
  savedId: z.number().nullable(),
  fresh: AddressText,
})
export const CheckoutDraft = z.object({
  phone: z.string().nullable(),
  isSame: z.boolean(),
  billing: Choice,
  shipping: Choice,
  /** How each seller hands over, by id; only what the buyer has chosen. */
  methods: z.record(z.string(), z.enum(deliveryMethods)).default({}),
})
export type CheckoutDraft = z.infer<typeof CheckoutDraft>
/** Every choice is filled in. */
export type SettledDraft = Pick<CheckoutDraft, 'isSame' | 'methods'> & { phone: string } & Record<
    Side,
    { way: 'saved' | 'new'; savedId: number | null; fresh: AddressText }
  >
export type SettledChoice = SettledDraft[Side]

export type SideErrors = { choice?: string; fields: AddressErrors }
export type CheckoutErrors = { phone?: string } & Record<Side, SideErrors>

const noErrors: SideErrors = { fields: {} }
export const noCheckoutErrors: CheckoutErrors = { billing: noErrors, shipping: noErrors }

const noChoice: CheckoutDraft[Side] = { way: null, savedId: null, fresh: noAddress }
export const blankCheckout: CheckoutDraft = {
  phone: null,
  isSame: true,
  billing: noChoice,
  shipping: noChoice,
  methods: {},
}

/** `phone` is the profile's, `lastPhone` the last order's; '' where there is none. */
type Known = { phone: string; lastPhone: string; saved: Address[] }

export function settled(draft: CheckoutDraft, { phone, lastPhone, saved }: Known): SettledDraft {
  const chosen = ({ way, savedId, fresh }: CheckoutDraft[Side]): SettledChoice => {
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

/** Where it goes to, once that is known. */
export function shippingState(
  { isSame, billing, shipping }: SettledDraft,
  saved: Address[],
): string | undefined {
  const { way, savedId, fresh } = isSame ? billing : shipping
  const code = way === 'new' ? fresh.cityCode : saved.find(({ id }) => id === savedId)?.cityCode
  return code || undefined
}

export function check(draft: SettledDraft): CheckoutErrors {
  const phone = phoneDigits(draft.phone) === '' ? 'Phone Number is required' : phoneErrorIn(draft.phone)
  return {
    ...(phone !== undefined && { phone }),
    billing: checkChoice(draft.billing),
    shipping: draft.isSame ? noErrors : checkChoice(draft.shipping),
  }
}

function checkChoice({ way, savedId, fresh }: SettledChoice): SideErrors {
  if (way === 'new') return { fields: checkAddress(fresh) }
  return savedId === null ? { choice: 'Address is required', fields: {} } : noErrors
}

/** Maps the field errors of a rejection to the form. */
export function errorsIn(fields: Record<string, string>): CheckoutErrors {
  const { phoneNumber } = fields
  const at = (side: Side): SideErrors => {
    const choice = fields[`${side}AddressId`] ?? fields[`${side}Address`]
    return {
      ...(choice !== undefined && { choice }),
      fields: addressErrorsIn(fields, `${side}Address.`),
    }
  }
  return {
    ...(phoneNumber !== undefined && { phone: phoneNumber }),
    billing: at('billing'),
    shipping: at('shipping'),
  }
}

type SentOrder = { delivery: DeliveryChoices; expectedTotal: number }

export function sentOrder(draft: SettledDraft, { delivery, expectedTotal }: SentOrder): NewOrder {
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
