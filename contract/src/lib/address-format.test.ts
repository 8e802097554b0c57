import { expect, test } from 'vitest'
import { addressLine, addressLines } from './address-format.ts'

const ogui = {
  streetNumber: '12',
  addressLine1: 'Ogui Road',
  addressLine2: null,
  unitNumber: '3',
  lga: 'Enugu North',
  city: 'Enugu',
  postalCode: '400102',
}

test('an address is one line, as people write it', () => {
  expect(addressLine(ogui)).toBe('12 Ogui Road, Flat 3, Enugu North, Enugu 400102')
  const short = { ...ogui, unitNumber: null, postalCode: null, addressLine2: 'Behind the bakery' }
  expect(addressLine(short)).toBe('12 Ogui Road, Behind the bakery, Enugu North, Enugu')
})

test('what was typed twice is written once', () => {
  const twice = { ...ogui, addressLine1: '12 Ogui Road', unitNumber: 'Flat 3', lga: 'Enugu' }
  expect(addressLine(twice)).toBe('12 Ogui Road, Flat 3, Enugu 400102')
  expect(addressLine({ ...ogui, unitNumber: 'Block B' })).toContain(', Block B, ')
  expect(addressLine({ ...ogui, addressLine1: '121 Road' })).toContain('12 121 Road, ')
})

test('an envelope has a line for each part', () => {
  expect(addressLines(ogui)).toEqual(['12 Ogui Road', 'Flat 3', 'Enugu North, Enugu 400102'])
})
