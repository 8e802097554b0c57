import { expect, test } from 'vitest'
import { caretAfter, editedPrice, withSeparators } from '#web/lib/format/price-text.ts'

/** `|` marks the position of the caret after the key. */
function after(before: string, typed: string, isForward = false) {
  const caret = typed.indexOf('|')
  const { figures, before: count } = editedPrice({
    figures: before,
    typed: typed.replace('|', ''),
    caret,
    isForward,
  })
  const shown = withSeparators(figures)
  const at = caretAfter(shown, count)
  return `${shown.slice(0, at)}|${shown.slice(at)}`
}

test('separators follow every third digit of the naira', () => {
  expect(['', '1', '1000', '1000000.01', '12.3456', '1000.'].map(withSeparators)).toEqual([
    '',
    '1',
    '1,000',
    '1,000,000.01',
    '12.3456',
    '1,000.',
  ])
})

test.each([
  ['a figure in the middle', '1234567', '1,2349|,567', '12,349|,567'],
  ['a figure at the end', '123', '1234|', '1,234|'],
  ['a letter', '1234567', '1,234|x,567', '1,234|,567'],
  ['what is pasted', '', '₦12,500.50|', '12,500.50|'],
  ['a second point', '1.5', '1.5.|', '1.5|'],
  ['Backspace over a figure', '12349567', '12,34|,567', '1,234|,567'],
  ['Backspace over a separator', '1234567', '1|234,567', '|234,567'],
])('%s leaves the caret where it was', (_, before, typed, expected) => {
  expect(after(before, typed)).toBe(expected)
})

test('deleting a separator deletes the digit after it', () => {
  expect(after('1234567', '1|234,567', true)).toBe('1|34,567')
})
