import { expect, test } from 'vitest'
import { dataSizeText } from '#web/lib/format/data-size.ts'

test.each([
  [0, '0 kB'],
  [239_100, '240 kB'],
  [1_250_000, '1.3 MB'],
  [999_001, '1 MB'],
  [20_000_001, '20.1 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(dataSizeText(bytes)).toBe(text)
})
