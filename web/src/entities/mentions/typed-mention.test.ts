import { expect, test } from 'vitest'
import { mentionAt, withMention } from './typed-mention.ts'

test.each([
  ['@', ''],
  ['Thank you @bo', 'bo'],
  ['(@bose.a', 'bose.a'],
  ['@Ọlá', 'Ọlá'],
  ['One\n@two', 'two'],
])('%j offers members for %j', (text, query) => {
  expect(mentionAt(text, text.length)?.query).toBe(query)
})

test.each([
  ['#', ''],
  ['At the #New', 'New'],
  ['(#Ọ̀ṣ', 'Ọ̀ṣ'],
])('%j offers tags for %j', (text, query) => {
  expect(mentionAt(text, text.length)).toMatchObject({ sign: '#', query })
})

test.each(['a#b', '##b', '&#39', 'example.com/#top', '#new yam'])('%j offers no tags', (text) =>
  expect(mentionAt(text, text.length)).toBeNull(),
)

test.each(['mail@home', 'ada@', 'https://example.com/@bo', '@bose and', '@@bo', 'nothing'])(
  '%j offers nobody',
  (text) => expect(mentionAt(text, text.length)).toBeNull(),
)

test('only what is before the caret counts', () => {
  expect(mentionAt('@bose', 3)).toEqual({ sign: '@', from: 0, to: 3, query: 'bo' })
})

test('a chosen member replaces what was typed and leaves the rest', () => {
  const mention = { sign: '@', from: 6, to: 9, query: 'bo' } as const
  expect(withMention('Hello @bo', mention, 'bose.akande')).toEqual({
    text: 'Hello @bose.akande ',
    caret: 19,
  })
  expect(withMention('Hello @bo there', mention, 'bose')).toEqual({ text: 'Hello @bose there', caret: 12 })
})
