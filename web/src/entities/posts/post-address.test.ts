import { expect, test } from 'vitest'
import { postIdIn, postTitle } from './post-address.ts'

test('reads the id of a post', () => {
  expect(postIdIn('1')).toBe(1)
  expect(postIdIn('99999999')).toBe(99_999_999)
})

test.each([undefined, '', 'abc', '0', '-1', '1.5', '1e400', '9'.repeat(30)])(
  '%j is not the id of a post',
  (id) => {
    expect(postIdIn(id)).toBeNull()
  },
)

const titleOf = (caption: string) => postTitle({ firstname: 'Adaeze', lastname: 'Nwokorie', caption })

test('a title is the name and the beginning of the caption, on one line', () => {
  expect(titleOf('For everyone\n\nwho comes by')).toBe('Adaeze Nwokorie: For everyone who comes by')
  expect(postTitle(undefined)).toBe('Post')
})

test('a long caption is cut between words', () => {
  expect(titleOf('word '.repeat(30))).toBe(`Adaeze Nwokorie: ${'word '.repeat(12).trim()}…`)
  expect(titleOf('ẹ́'.normalize('NFC').repeat(30))).not.toContain('…')
  expect(titleOf('w'.repeat(90))).toBe(`Adaeze Nwokorie: ${'w'.repeat(60)}…`)
})
