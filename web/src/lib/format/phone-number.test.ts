import { expect, test } from 'vitest'
import { checkAddress, envelopeText, noAddress, sentAddress } from '#web/lib/format/address-text.ts'
import { phoneDigits, phoneErrorIn } from '#web/lib/format/phone-number.ts'

test.each([
  ['+234 (0) 803 123-4567', '08031234567'],
  ['+234 803-123 4567', '08031234567'],
  ['00234 803 123 4567', '08031234567'],
  ['0803-123-4567', '08031234567'],
  ['+44 (0) 20 7946 0958', '442079460958'],
  ['\u202a0803 123 4567\u202c', '08031234567'],
])('%o is the number %s', (typed, digits) => {
  expect(phoneDigits(typed)).toBe(digits)
})

test('numbers are 7 to 15 digits, or missing', () => {
  for (const typed of ['', ' ', '1234567', '+234 803 123 4567']) expect(phoneErrorIn(typed)).toBeUndefined()
  for (const typed of ['0803', 'x'.repeat(9), '1'.repeat(16)])
    expect(phoneErrorIn(typed)).toBe('Phone numbers are 7 to 15 digits.')
})

const typed = {
  ...noAddress,
  cityCode: 'NG-LA',
  lgaCode: 'NG-LA-SURULERE',
  streetNumber: ' 12 ',
  addressLine1: 'Bode Thomas Street',
  phoneNumber: '+234 803-123 4567',
}

test('an address reports all missing fields at once', () => {
  expect(checkAddress(noAddress)).toEqual({
    cityCode: 'State is required',
    lgaCode: 'LGA is required',
    streetNumber: 'Street Number is required',
    addressLine1: 'Address Line 1 is required',
  })
  expect(checkAddress(typed)).toEqual({})
  expect(checkAddress({ ...typed, phoneNumber: '0803' })).toEqual({
    phoneNumber: 'Phone numbers are 7 to 15 digits.',
  })
})

test('an address is sent trimmed, with null for empty fields', () => {
  expect(sentAddress(typed)).toEqual({
    cityCode: 'NG-LA',
    lgaCode: 'NG-LA-SURULERE',
    streetNumber: '12',
    addressLine1: 'Bode Thomas Street',
    addressLine2: null,
    postalCode: null,
    unitNumber: null,
    phoneNumber: '08031234567',
  })
})

test('an address is copied as on an envelope', () => {
  const address = { ...sentAddress(typed), city: 'Lagos', lga: 'Surulere' }
  expect(envelopeText({ ...address, phoneNumber: null })).toBe('12 Bode Thomas Street\nSurulere, Lagos')
  const whole = { ...address, addressLine2: 'Beside the market', unitNumber: '4B', postalCode: '101241' }
  expect(envelopeText(whole)).toBe(
    '12 Bode Thomas Street\nFlat 4B\nBeside the market\nSurulere, Lagos 101241\n08031234567',
  )
})
