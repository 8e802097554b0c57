import { expect, test } from 'vitest'
import { lengthOf } from './length.ts'

test.each([
  ['', 0],
  ['   \n ', 0],
  [`${'a'.repeat(5000)}  `, 5000],
  ['😀'.repeat(4500), 4500],
  ['e\u0301'.repeat(40), 80],
  ['ẹ'.repeat(3), 3],
])('%j counts as the server counts it', (text, length) => {
  expect(lengthOf(text)).toBe(length)
})
