import { expect, test } from 'vitest'
import { nairaText } from './money.ts'

test.each([
  [1234.5, '₦1,234.50'],
  [-20, '−₦20.00'],
  [0, '₦0.00'],
  [-0, '₦0.00'],
  [null, '₦0.00'],
])('writes %s as %s', (naira, text) => {
  expect(nairaText(naira)).toBe(text)
})
