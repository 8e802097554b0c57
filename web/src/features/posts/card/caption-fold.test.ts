import { expect, test } from 'vitest'
import { foldedText } from './caption-fold.ts'

const perLine = 60
const shown = (text: string) => foldedText(text, perLine) ?? text

test.each([
  ['short words', 'Good morning'],
  ['nine short lines', `${'Short.\n'.repeat(8)}The end.`],
  ['eleven lines, of which three would be hidden', Array.from({ length: 11 }, () => 'Line').join('\n')],
])('does not fold %s', (_, text) => {
  expect(foldedText(text, perLine)).toBeNull()
})

test('cuts a long caption between words after about eight lines', () => {
  const text = 'Word after word. '.repeat(60)
  const cut = shown(text)
  expect(cut.length).toBeLessThanOrEqual(8 * perLine)
  expect(cut.length).toBeGreaterThan(7 * perLine)
  expect(text.startsWith(cut)).toBe(true)
  expect(text[cut.length]).toBe(' ')
})

test('cuts twelve lines after the eighth', () => {
  const lines = Array.from({ length: 12 }, (_, at) => `Line ${at + 1}`)
  expect(shown(lines.join('\n'))).toBe(lines.slice(0, 8).join('\n'))
})

test('leaves out an address on the fold as a whole', () => {
  const before = 'https://example.com/first'
  const onFold = `https://example.com/${'long-way/'.repeat(30)}`
  const text = `${before} ${'Word after word. '.repeat(25)}${onFold} ${'And on it goes. '.repeat(40)}`
  const links = shown(text).match(/https:\S+/g)
  expect(links).toEqual([before])
  expect(shown(text).length).toBeGreaterThan(text.indexOf(onFold) - 24)
})

test('cuts a very long word, but never between a letter and its marks', () => {
  const farmer = '👩🏾‍🌾'
  for (let shift = 0; shift < farmer.length; shift += 1) {
    const text = 'a'.repeat(shift) + farmer.repeat(200)
    const cut = shown(text)
    expect(cut.length).toBeLessThan(text.length)
    // The cut splits no surrogate pair and separates no letter from its marks.
    expect(cut).not.toMatch(/\p{Surrogate}/u)
    expect(text.slice(cut.length)).not.toMatch(/^(?:\p{M}|\u200d|\ufe0f)/u)
  }
})
