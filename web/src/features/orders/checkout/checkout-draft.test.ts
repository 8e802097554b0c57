import { expect, test } from 'vitest'
import {
  blankCheckout,
  check,
  CheckoutDraft,
  errorsIn,
  sentOrder,
  settled,
} from '#web/features/orders/checkout/checkout-draft.ts'
import { cameText } from '#web/features/orders/held/held-labels.ts'
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

test('a saved draft is read again, and a broken one is not', () => {
  const draft = { ...blankCheckout, phone: '0803', billing: saved8, shipping: fresh, isSame: false }
  expect(CheckoutDraft.parse(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
  for (const broken of [null, 7, 'x', { ...draft, billing: 3 }, { ...draft, phone: {} }])
    expect(CheckoutDraft.safeParse(broken).success).toBe(false)
})

test('the first saved address is the default, else a new one', () => {
  expect(settled(blankCheckout, { ...nothing, saved }).billing).toMatchObject({ way: 'saved', savedId: 7 })
  expect(settled(blankCheckout, nothing).billing).toMatchObject({ way: 'new', savedId: null })
  const gone = { ...blankCheckout, billing: { ...saved8, savedId: 99 } }
  expect(settled(gone, { ...nothing, saved }).billing.savedId).toBe(7)
})

test('the phone is the profile’s, else the address’s, else the last order’s', () => {
  const phoneOf = (known: object, phone: string | null = null) =>
    settled({ ...blankCheckout, phone }, { ...nothing, lastPhone: '3', ...known }).phone
  expect(phoneOf({ phone: '1', saved })).toBe('1')
  expect(phoneOf({ saved })).toBe('08030000007')
  expect(phoneOf({ saved: saved.slice(1) })).toBe('3')
  expect(phoneOf({ phone: '1' }, '')).toBe('')
})

test('names all that is missing at once', () => {
  const both = settled({ ...blankCheckout, isSame: false }, nothing)
  expect(check(both).phone).toBe('Phone Number is required')
  for (const side of [check(both).billing, check(both).shipping])
    expect(Object.keys(side.fields)).toEqual(['cityCode', 'lgaCode', 'streetNumber', 'addressLine1'])
  const one = settled({ ...blankCheckout, phone: '0803' }, { ...nothing, saved })
  expect(check(one)).toEqual({
    phone: 'Phone numbers are 7 to 15 digits.',
    billing: { fields: {} },
    shipping: { fields: {} },
  })
})

test('a rejection is shown at its field', () => {
  expect(errorsIn({ billingAddressId: 'None.', 'shippingAddress.lgaCode': 'Not there.' })).toEqual({
    billing: { choice: 'None.', fields: {} },
    shipping: { fields: { lgaCode: 'Not there.' } },
  })
  expect(errorsIn({ phoneNumber: 'No.' }).phone).toBe('No.')
})

test('sends what was chosen, with the digits of the phone', () => {
  const phone = '+234 (0) 803 123-4567'
  const paid = { delivery: [{ sellerId: 2, method: 'PICKUP' as const }], expectedTotal: 900 }
  expect(sentOrder(settled({ ...blankCheckout, phone }, { ...nothing, saved }), paid)).toEqual({
    phoneNumber: '08031234567',
    useBillingAddressForShipping: true,
    billingAddressId: 7,
    ...paid,
  })
  const other = { ...blankCheckout, phone, isSame: false, shipping: fresh }
  expect(sentOrder(settled(other, { ...nothing, saved }), paid)).toMatchObject({
    billingAddressId: 7,
    shippingAddress: place,
  })
})

test('a payment is shown in its own currency', () => {
  const came = [
    { paid: 2500.5, currency: 'USD' },
    { paid: 2500.5, currency: 'NGN' },
    { paid: 2500.5, currency: null },
    { paid: null, currency: null },
  ]
  expect(came.map(cameText)).toEqual(['USD 2,500.50', '₦2,500.50', '₦2,500.50', 'Not known'])
})
