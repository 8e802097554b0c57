import { expect, test } from 'vitest'
import { priceChange, unavailableText } from '#web/features/cart/line-labels.ts'
import { lineTotal, totalOf } from '#web/features/cart/shown-cart.ts'

const line = {
  id: 5,
  itemId: 1,
  name: 'Bead',
  price: 0.1,
  priceWhenAdded: 0.1,
  imageUrl: null,
  thumbnailUrl: null,
  stock: 9,
  count: 3,
  available: true,
  isOnSale: true,
}

test('says why a line cannot be bought', () => {
  const few = { ...line, available: false, stock: 2 }
  expect(unavailableText(line)).toBeNull()
  expect(unavailableText(few)).toBe('Only 2 left: choose fewer. It is not in the total.')
  expect(unavailableText({ ...few, stock: 0 })).toBe('Out Of Stock. It is not in the total.')
  expect(unavailableText({ ...few, isOnSale: false })).toBe(
    'Not for sale at the moment. It is not in the total.',
  )
})

test('says whether the price went up or down', () => {
  expect(priceChange(line)).toBeNull()
  expect(priceChange({ ...line, price: 120, priceWhenAdded: 100 })).toBe(
    'The price went up since you added it: it was ₦100.00.',
  )
  expect(priceChange({ ...line, price: 80, priceWhenAdded: 100 })).toBe(
    'The price came down since you added it: it was ₦100.00.',
  )
})

test('adds up to the kobo, without what cannot be bought', () => {
  expect(lineTotal(line)).toBe(0.3)
  const crown = { ...line, price: 1_000_000.01, count: 2 }
  expect(totalOf([line, { ...line, price: 0.2, count: 1 }, crown])).toBe(2_000_000.52)
  expect(totalOf([line, { ...crown, available: false }])).toBe(0.3)
  expect(totalOf([])).toBe(0)
})
