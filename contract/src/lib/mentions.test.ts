import { describe, expect, test } from 'vitest'
import { foldTag, marksIn, mentionsIn, tagsIn } from './mentions.ts'

const found = (text: string) =>
  marksIn(text).map(({ kind, name, start, end }) => {
    expect(text.slice(start, end)).toBe((kind === 'mention' ? '@' : '#') + name)
    return text.slice(start, end)
  })

describe('marksIn', () => {
  test.each([
    ['Hello @ada and @Bola_2', ['@ada', '@Bola_2']],
    ['Thanks @ada.', ['@ada']],
    ['Thanks @ada.obi...', ['@ada.obi']],
    ['(@ada), "@bola" @chi’s @dan:', ['@ada', '@bola', '@chi', '@dan']],
    ['@ada/@bola', ['@ada', '@bola']],
    ['Great day...#NewYam!', ['#NewYam']],
    ['Is it today?#NewYam', ['#NewYam']],
    ['#Ọ̀ṣun #ẹ̀fọ́ #Ƙwarya #2026Fest', ['#Ọ̀ṣun', '#ẹ̀fọ́', '#Ƙwarya', '#2026Fest']],
    ['Ẹ kú @ada\n#one\t#two', ['@ada', '#one', '#two']],
  ])('finds them in %j', (text, expected) => {
    expect(found(text)).toEqual(expected)
  })

  test.each([
    'ada@example.com',
    'https://example.com/@ada/#top',
    'www.example.com?x=#top',
    'example.com?q=#x',
    'example.com?q=1&for=@ada',
    'medium.com/@ada',
    'ọ@ada',
    'a#b',
    '@ab',
    `@${'a'.repeat(31)}`,
    '@adaọ',
    '@ada\u0301',
    '@ada@example.com',
    '@@ada',
    '@...',
    '#1',
    '# tag',
    '&#x27;',
    `#${'a'.repeat(101)}`,
  ])('finds none in %j', (text) => {
    expect(found(text)).toEqual([])
  })

  test('takes no longer for a text made to be slow', () => {
    for (const part of ['@', '#', '@a.', 'a.', '.', '@a@', '#a#', 'a.aa?', '?'])
      expect(marksIn(part.repeat(200_000)).length).toBeGreaterThanOrEqual(0)
  })
})

test('usernames and tags count once, the first 20', () => {
  expect(mentionsIn('@Ada @ada @bola')).toEqual(['ada', 'bola'])
  expect(tagsIn('#Ọ̀ṣun #osun #Ɗan')).toEqual(['osun', 'dan'])
  const many = (sign: string) => Array.from({ length: 30 }, (_, place) => `${sign}name${place}`).join(' ')
  expect(mentionsIn(many('@'))).toHaveLength(20)
  expect(tagsIn(many('#'))).toHaveLength(20)
})

test('foldTag leaves other scripts as they are', () => {
  expect(foldTag('مرحبا')).toBe('مرحبا')
})
