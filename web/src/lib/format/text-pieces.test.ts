import { expect, test } from 'vitest'
import { piecesOf } from './text-pieces.ts'

const linksIn = (text: string) => piecesOf(text).flatMap(({ href }) => href ?? [])

test.each([
  ['a bracket of its own stays', 'Read https://example.com/a_(b), now', ['https://example.com/a_(b)']],
  ['a bracket around it goes', '(http://example.org/x?y=1#z).', ['http://example.org/x?y=1#z']],
  ['the end of the sentence goes', 'See https://example.org/looms…', ['https://example.org/looms']],
  [
    'several in one text',
    'https://a.example and HTTPS://b.example!',
    ['https://a.example', 'HTTPS://b.example'],
  ],
  ['after other letters than Latin ones', 'مرحبا https://example.com/ar', ['https://example.com/ar']],
])('an address is found: %s', (_, text, links) => {
  expect(linksIn(text)).toEqual(links)
})

test.each([
  'javascript:alert(1)',
  'ftp://example.com',
  'data:text/html,x',
  'https://bank.example@example.net/',
  'https://',
  'xhttps://example.com',
  '<b>plain</b> & "quoted"',
  '',
])('nothing becomes a link in %j', (text) => {
  expect(linksIn(text)).toEqual([])
})

test('an address ends before a mark that turns the direction of writing', () => {
  expect(linksIn('https://example.com/\u202Emoc.knab')).toEqual(['https://example.com/'])
})

test('the pieces are the whole text, in order', () => {
  const text = 'One https://example.com/a_(b), two (http://example.org).\nThree'
  const pieces = piecesOf(text)
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  for (const piece of pieces) expect(text.startsWith(piece.text, piece.at)).toBe(true)
})
