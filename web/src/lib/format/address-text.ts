import { addressLines } from '@rootsquare/contract/lib/address-format'
import { addressLengths, missingAddressParts } from '@rootsquare/contract/addresses'
import type { Address, NewAddress, OrderAddress } from '@rootsquare/contract/addresses'
import { z } from 'zod'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { phoneDigits, phoneErrorIn } from '#web/lib/format/phone-number.ts'

/** The fields in the order of the form. */
const addressFields = [
  'cityCode',
  'lgaCode',
  'streetNumber',
  'addressLine1',
  'addressLine2',
  'postalCode',
  'unitNumber',
  'phoneNumber',
] as const
export type AddressField = (typeof addressFields)[number]
/** An address as typed; '' is an empty field. */
export const AddressText = z.record(z.enum(addressFields), z.string())
export type AddressText = z.infer<typeof AddressText>
export type AddressErrors = Partial<Record<AddressField, string>>

export const noAddress = addressTextOf(null)

const missingTexts: AddressErrors = missingAddressParts
const longest: Partial<Record<AddressField, number>> = addressLengths

export function checkAddress(value: AddressText): AddressErrors {
  const errors = addressFields.map((field) => [field, errorAt(field, value[field])] as const)
  return Object.fromEntries(errors.filter(([, error]) => error !== undefined))
}

/** The rules of the fields, for a form. */
export const addressRules = Object.fromEntries(
  addressFields.map((field) => [field, (typed: string) => errorAt(field, typed)]),
)

function errorAt(field: AddressField, typed: string): string | undefined {
  if (field === 'phoneNumber') return phoneErrorIn(typed)
  if (typed.trim() === '') return missingTexts[field]
  const max = longest[field]
  return max !== undefined && lengthOf(typed) > max ? tooLongText(max) : undefined
}

export function sentAddress(value: AddressText): NewAddress {
  const optional = (typed: string) => typed.trim() || null
  return {
    cityCode: value.cityCode,
    lgaCode: value.lgaCode,
    streetNumber: value.streetNumber.trim(),
    addressLine1: value.addressLine1.trim(),
    addressLine2: optional(value.addressLine2),
    postalCode: optional(value.postalCode),
    unitNumber: optional(value.unitNumber),
    phoneNumber: optional(phoneDigits(value.phoneNumber)),
  }
}

export function addressTextOf(address: Address | null): AddressText {
  return AddressText.parse(Object.fromEntries(addressFields.map((field) => [field, address?.[field] ?? ''])))
}

/** Returns the errors of an address, which may be `within` a larger form such as `billingAddress.`. */
export function addressErrorsIn(fields: Record<string, string>, within = ''): AddressErrors {
  const errors = addressFields.map((field) => [field, fields[within + field]] as const)
  return Object.fromEntries(errors.filter(([, error]) => error !== undefined))
}

/** Formats an address as on an envelope, with the phone number. */
export function envelopeText(address: OrderAddress): string {
  return [...addressLines(address), address.phoneNumber].filter(Boolean).join('\n')
}
