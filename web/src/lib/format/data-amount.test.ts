import { expect, test } from 'vitest'
import { dataAmountText } from '#web/lib/format/data-amount.ts'

test.each([
  [0, '0 kB'],
  [239_100, '240 kB'],
  [1_250_000, '1.3 MB'],
  [34_400_000, '34 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(dataAmountText(bytes)).toBe(text)
})
