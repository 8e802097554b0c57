import type { CartLine } from '@rootsquare/contract/trade/cart'
import { expect, test } from 'vitest'
import { sampleLine } from '#web/test/cart-line.ts'
import { lineTotal, priceChangeText, totalOf, unavailableText } from '#web/features/cart/use-cart-lines.ts'

const line = { ...sampleLine, price: 0.1, priceWhenAdded: 0.1, stock: 9, count: 3 }
const few = { available: false, stock: 2 }

test.each<[string | null, Partial<CartLine>]>([
  [null, {}],
  ['Only 2 left: choose fewer. It is not in the total.', few],
  ['Out Of Stock. It is not in the total.', { ...few, stock: 0 }],
  ['Not for sale at the moment. It is not in the total.', { ...few, isOnSale: false }],
])('says why a line cannot be bought: %s', (text, changes) => {
  expect(unavailableText({ ...line, ...changes })).toBe(text)
})

test.each([
  [null, 100],
  ['The price went up since you added it: it was ₦100.00.', 120],
  ['The price came down since you added it: it was ₦100.00.', 80],
])('says whether the price went up or down: %s', (text, price) => {
  expect(priceChangeText({ ...line, price, priceWhenAdded: 100 })).toBe(text)
})

test('adds up to the kobo, without lines that cannot be bought', () => {
  expect(lineTotal(line)).toBe(0.3)
  const crown = { ...line, price: 1_000_000.01, count: 2 }
  expect(totalOf([line, { ...line, price: 0.2, count: 1 }, crown])).toBe(2_000_000.52)
  expect(totalOf([line, { ...crown, available: false }])).toBe(0.3)
  expect(totalOf([])).toBe(0)
})
