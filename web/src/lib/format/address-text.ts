import { addressLengths, addressWords } from '@rootsquare/contract/addresses'
import type { NewAddress, OrderAddress } from '@rootsquare/contract/addresses'
import { valueOf } from '#web/lib/storage/saved-json.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { phoneDigits, phoneErrorIn } from '#web/lib/format/phone-number.ts'

/** In the order in which a form asks for them. */
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
/** An address as it is typed; '' is nothing. */
export type AddressText = Record<AddressField, string>
export type AddressErrors = Partial<Record<AddressField, string>>

export const noAddress: AddressText = {
  cityCode: '',
  lgaCode: '',
  streetNumber: '',
  addressLine1: '',
  addressLine2: '',
  postalCode: '',
  unitNumber: '',
  phoneNumber: '',
}

/** What is wrong with it, field by field; {} where nothing is. */
export function checkAddress(value: AddressText): AddressErrors {
  const errors = addressFields.map((field) => [field, troubleAt(field, value[field])] as const)
  return Object.fromEntries(errors.filter(([, trouble]) => trouble !== undefined))
}

const missingWords: AddressErrors = addressWords
const longest: Partial<Record<AddressField, number>> = addressLengths

function troubleAt(field: AddressField, typed: string): string | undefined {
  if (field === 'phoneNumber') return phoneErrorIn(typed)
  if (typed.trim() === '') return missingWords[field]
  const max = longest[field]
  return max !== undefined && lengthOf(typed) > max ? tooLongText(max) : undefined
}

/** As it is sent. */
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

/** Of a saved address, a kept draft, or whatever lies there. */
export function addressTextIn(thing: unknown): AddressText {
  const texts = addressFields.map((field) => {
    const value = valueOf(thing, field)
    return [field, typeof value === 'string' ? value : ''] as const
  })
  return { ...noAddress, ...Object.fromEntries(texts) }
}

export function isSameAddress(a: AddressText, b: AddressText): boolean {
  return addressFields.every((field) => a[field] === b[field])
}

/** What a refusal says about an address, which may stand `within` a larger form: `billingAddress.`. */
export function addressErrorsIn(fields: Record<string, string>, within = ''): AddressErrors {
  const errors = addressFields.map((field) => [field, fields[within + field]] as const)
  return Object.fromEntries(errors.filter(([, trouble]) => trouble !== undefined))
}

/** To the first field of `<AddressFields idPrefix>` that something is said about. Whether there was one to go to. */
export function focusAddress(idPrefix: string, errors: AddressErrors): boolean {
  const wrong = addressFields.find((field) => errors[field] !== undefined)
  const field = wrong === undefined ? null : document.getElementById(`${idPrefix}-${wrong}`)
  field?.focus()
  return field !== null
}

/** The first line, by which an address is known. */
export function streetText({ streetNumber, addressLine1 }: OrderAddress): string {
  return `${streetNumber} ${addressLine1}`
}

/** As it would stand on an envelope. */
export function envelopeText(address: OrderAddress): string {
  const { addressLine2, unitNumber, lga, city, postalCode, phoneNumber } = address
  const lines = [
    streetText(address),
    addressLine2,
    unitNumber && `Unit ${unitNumber}`,
    [lga, `${city} ${postalCode ?? ''}`.trim()].filter(Boolean).join(', '),
    phoneNumber,
  ]
  return lines.filter(Boolean).join('\n')
}
