import { expect, test } from 'vitest'
import {
  addressFieldName,
  blankCheckout,
  checkoutErrorsIn,
  CheckoutDraft,
  checkoutErrorsFrom,
  newOrderOf,
  completeDraft,
} from '#web/features/orders/checkout/checkout-draft.ts'
import { paidAmountText } from '#web/features/orders/held/held-payments-api.ts'
import { noAddress } from '#web/lib/format/address-text.ts'

const place = { cityCode: 'NG-LA', lgaCode: 'NG-LA-SURULERE', streetNumber: '12', addressLine1: 'Ring Road' }
const optional = { addressLine2: null, postalCode: null, unitNumber: null }
const saved = [
  { id: 7, ...place, ...optional, city: 'Lagos', lga: 'Surulere', phoneNumber: '08030000007' },
  { id: 8, ...place, ...optional, city: 'Lagos', lga: 'Surulere', phoneNumber: null },
]
const saved8 = { ...blankCheckout.billing, way: 'saved' as const, savedId: 8 }
const fresh = { way: 'new' as const, savedId: null, fresh: { ...noAddress, ...place } }
const nothing = { phone: '', lastPhone: '', saved: [] }

test('restores a saved draft and rejects a broken one', () => {
  const draft = { ...blankCheckout, phone: '0803', billing: saved8, shipping: fresh, isSame: false }
  expect(CheckoutDraft.parse(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
  for (const broken of [null, 7, 'x', { ...draft, billing: 3 }, { ...draft, phone: {} }])
    expect(CheckoutDraft.safeParse(broken).success).toBe(false)
})

test('defaults to the first saved address or a new one', () => {
  expect(completeDraft(blankCheckout, { ...nothing, saved }).billing).toMatchObject({
    way: 'saved',
    savedId: 7,
  })
  expect(completeDraft(blankCheckout, nothing).billing).toMatchObject({ way: 'new', savedId: null })
  const gone = { ...blankCheckout, billing: { ...saved8, savedId: 99 } }
  expect(completeDraft(gone, { ...nothing, saved }).billing.savedId).toBe(7)
})

test('takes the phone from the profile, the address or the last order', () => {
  const phoneOf = (known: object, phone: string | null = null) =>
    completeDraft({ ...blankCheckout, phone }, { ...nothing, lastPhone: '3', ...known }).phone
  expect(phoneOf({ phone: '1', saved })).toBe('1')
  expect(phoneOf({ saved })).toBe('08030000007')
  expect(phoneOf({ saved: saved.slice(1) })).toBe('3')
  expect(phoneOf({ phone: '1' }, '')).toBe('')
})

test('lists everything that is missing at once', () => {
  const both = completeDraft({ ...blankCheckout, isSame: false }, nothing)
  expect(checkoutErrorsIn(both)['phone']).toBe('Phone Number is required')
  const missing = ['cityCode', 'lgaCode', 'streetNumber', 'addressLine1']
  const names = (['billing', 'shipping'] as const).flatMap((side) =>
    missing.map((name) => addressFieldName(side, name)),
  )
  expect(Object.keys(checkoutErrorsIn(both))).toEqual(['phone', ...names])
  const one = completeDraft({ ...blankCheckout, phone: '0803' }, { ...nothing, saved })
  expect(checkoutErrorsIn(one)).toEqual({ phone: 'Phone numbers are 7 to 15 digits.' })
})

test('maps a rejection to its field', () => {
  const errors = checkoutErrorsFrom({ billingAddressId: 'None.', 'shippingAddress.lgaCode': 'Not there.' })
  expect(errors).toMatchObject({ billing: 'None.', [addressFieldName('shipping', 'lgaCode')]: 'Not there.' })
  expect(checkoutErrorsFrom({ phoneNumber: 'No.' })['phone']).toBe('No.')
})

test('sends the choices and the digits of the phone', () => {
  const phone = '+234 (0) 803 123-4567'
  const paid = { delivery: [{ sellerId: 2, method: 'PICKUP' as const }], expectedTotal: 900 }
  expect(newOrderOf(completeDraft({ ...blankCheckout, phone }, { ...nothing, saved }), paid)).toEqual({
    phoneNumber: '08031234567',
    useBillingAddressForShipping: true,
    billingAddressId: 7,
    ...paid,
  })
  const other = { ...blankCheckout, phone, isSame: false, shipping: fresh }
  expect(newOrderOf(completeDraft(other, { ...nothing, saved }), paid)).toMatchObject({
    billingAddressId: 7,
    shippingAddress: place,
  })
})

test('shows a payment in its own currency', () => {
  const came = [
    { paid: 2500.5, currency: 'USD' },
    { paid: 2500.5, currency: 'NGN' },
    { paid: 2500.5, currency: null },
    { paid: null, currency: null },
  ]
  expect(came.map(paidAmountText)).toEqual(['USD 2,500.50', '₦2,500.50', '₦2,500.50', 'Not known'])
})
