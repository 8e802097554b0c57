import { describe, expect, test } from 'vitest'
import { linksAndPicturesIn, isSafeLink, parseMarkup } from './markup.ts'

const text = (value: string) => [{ type: 'text', text: value }]

describe('parseMarkup', () => {
  test('a plain text stays paragraphs with their line breaks', () => {
    expect(parseMarkup('Looms stand here.\nMost are old.\r\n\r\n \nThe rest # is * new.')).toEqual([
      { type: 'paragraph', content: text('Looms stand here.\nMost are old.') },
      { type: 'paragraph', content: text('The rest # is * new.') },
    ])
  })

  test('finds headings, lists and pictures', () => {
    const source =
      '## Ẹyọ̀\n- white\n- **gold**\n1. first\n\n2. second\n### Food\n![A loom](/media/a.webp)\nEnd'
    expect(parseMarkup(source)).toEqual([
      { type: 'heading', level: 1, content: text('Ẹyọ̀') },
      { type: 'list', isOrdered: false, items: [text('white'), [{ type: 'bold', text: 'gold' }]] },
      { type: 'list', isOrdered: true, items: [text('first'), text('second')] },
      { type: 'heading', level: 2, content: text('Food') },
      { type: 'picture', url: '/media/a.webp', alt: 'A loom' },
      { type: 'paragraph', content: text('End') },
    ])
  })

  test('finds bold and links inside a line, and leaves the rest as typed', () => {
    expect(parseMarkup('See **this** at [our page](https://a.example/x), not ** that ** [x] <b>')).toEqual([
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'See ' },
          { type: 'bold', text: 'this' },
          { type: 'text', text: ' at ' },
          { type: 'link', text: 'our page', href: 'https://a.example/x' },
          { type: 'text', text: ', not ' },
          { type: 'bold', text: ' that ' },
          { type: 'text', text: ' [x] <b>' },
        ],
      },
    ])
  })

  test('a link begins at the last bracket before it', () => {
    expect(parseMarkup('[x [y](https://a.example)')).toEqual([
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: '[x ' },
          { type: 'link', text: 'y', href: 'https://a.example' },
        ],
      },
    ])
  })

  test('reads a long line of brackets and stars in time', () => {
    // Reading the rest of the line for each of them would be 10¹² steps.
    expect(parseMarkup(`${'[a'.repeat(1_000_000)}${'**'.repeat(1_000_000)}`)).toHaveLength(1)
  })
})

test('addressesIn names links and pictures wherever they are', () => {
  const source = '# [a](https://a.example)\n- [b](mailto:b@b.example)\n![p](/media/p.webp)\n[c](javascript:c)'
  expect(linksAndPicturesIn(source)).toEqual({
    links: ['https://a.example', 'mailto:b@b.example', 'javascript:c'],
    pictures: ['/media/p.webp'],
  })
})

test.each([
  ['brackets in the address', '[x](javascript:alert(1))', { links: ['javascript:alert(1'], pictures: [] }],
  ['a space before it', '[x]( javascript:c )', { links: ['javascript:c'], pictures: [] }],
  ['a title behind it', '[x](data:c "title")', { links: ['data:c'], pictures: [] }],
  ['a picture inside a line', 'See ![p](//a.example/p) here', { links: [], pictures: ['//a.example/p'] }],
  [
    'a picture inside a link',
    '[![p](//a.example/p)](ftp://a)',
    { links: ['ftp://a'], pictures: ['//a.example/p'] },
  ],
])('addressesIn finds %s', (_, source, expected) => {
  expect(linksAndPicturesIn(source)).toEqual(expected)
})

test.each([
  ['https://a.example/x', true],
  ['HTTP://a.example', true],
  ['mailto:ada@a.example', true],
  ['javascript:alert', false],
  ['data:text/html,x', false],
  ['/group/7', false],
  ['//a.example', false],
  ['java\tscript:x', false],
])('isSafeLink %j is %j', (href, expected) => {
  expect(isSafeLink(href)).toBe(expected)
})
