import { describe, expect, test } from 'vitest'
import { pageOf, PageQuery } from './paged.ts'

describe('a page is asked for', () => {
  test('with page 0 and size 20 unless said otherwise', () => {
    expect(PageQuery.parse({})).toEqual({ page: 0, size: 20 })
    expect(PageQuery.parse({ page: '3', size: '100' })).toEqual({ page: 3, size: 100 })
    expect(PageQuery.parse({ page: 0, size: 1 })).toEqual({ page: 0, size: 1 })
  })

  test.each([
    { page: '1e309' },
    { page: ['1', '2'] },
    { page: null },
    { page: '0x10' },
    { size: '0' },
    { size: '101' },
    { size: '-5' },
    { size: '2.5' },
    { size: 'many' },
  ])('and is refused for %o', (input) => {
    expect(PageQuery.safeParse(input).success).toBe(false)
  })
})

// Each of them is refused.
test.each([
  ['1000001', 'Must be at most 1000000.'],
  ['9007199254740993', 'Must be at most 1000000.'],
  ['99999999999999999999', 'Must be at most 1000000.'],
  ['-1', 'Must be 0 or more.'],
  ['-99999999999999999999', 'Must be 0 or more.'],
  ['two', 'Must be a whole number.'],
  ['1.5', 'Must be a whole number.'],
  ['', 'Must be a whole number.'],
])('the page %j is told: %s', (page, text) => {
  expect(PageQuery.safeParse({ page }).error?.issues[0]?.message).toBe(text)
})

describe('a page is answered', () => {
  test.each([
    { total: 0, page: 0, size: 20, last: true, totalPages: 0 },
    { total: 1, page: 0, size: 20, last: true, totalPages: 1 },
    { total: 20, page: 0, size: 20, last: true, totalPages: 1 },
    { total: 21, page: 0, size: 20, last: false, totalPages: 2 },
    { total: 21, page: 1, size: 20, last: true, totalPages: 2 },
    { total: 5, page: 9, size: 2, last: true, totalPages: 3 },
  ])(
    'with last $last of $totalPages pages for $total entries at page $page',
    ({ total, page, size, last, totalPages }) => {
      const entries = ['a', 'b']
      expect(pageOf(entries, total, { page, size })).toEqual({
        content: entries,
        last,
        totalPages,
        totalElements: total,
        number: page,
      })
    },
  )
})
