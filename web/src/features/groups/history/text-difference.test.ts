import { expect, test } from 'vitest'
import { differenceOf } from './text-difference.ts'

const shown = (before: string, after: string) =>
  differenceOf(before, after).map(({ kind, text }) => `${kind}: ${text.trim()}`)

test('a removed word comes before its replacement', () => {
  expect(shown('A people of weavers.', 'A people of potters.')).toEqual([
    'same: A people of',
    'removed: weavers.',
    'added: potters.',
  ])
})

test('added words are between the unchanged ones', () => {
  expect(shown('We dance.', 'We sing and dance.')).toEqual(['same: We', 'added: sing and', 'same: dance.'])
})

test.each([
  ['', 'New', ['added: New']],
  ['Old', '', ['removed: Old']],
  ['', '', []],
  ['One  two', 'One two', ['same: One two']],
])('compares %j with %j', (before, after, changes) => {
  expect(shown(before, after)).toEqual(changes)
})

test('a new paragraph is a change, but another blank is not', () => {
  const kinds = (before: string, after: string) => differenceOf(before, after).map(({ kind }) => kind)
  expect(kinds('One\ntwo', 'One\n\ntwo')).toContain('added')
  expect(kinds('One two', 'One   two')).toEqual(['same'])
})

test('texts too long to compare by words are compared by lines', () => {
  const line = (at: number, word: string) => `Line ${at} has a ${word} of its own.`
  const before = Array.from({ length: 400 }, (_, at) => line(at, 'word')).join('\n')
  const after = before
    .replaceAll('a word', 'one phrase')
    .replace('Line 0 has one phrase', 'Line 0 has a word')
  const [first] = differenceOf(before, after)
  expect(first?.kind).toBe('same')
  const rebuilt = differenceOf(before, after).filter(({ kind }) => kind !== 'removed')
  expect(rebuilt.map(({ text }) => text).join('')).toBe(after)
})
