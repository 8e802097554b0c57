import { expect, test } from 'vitest'
import { paramsOf, textIn } from '#web/lib/navigation/search-params.ts'
import { parseSearch, stringifySearch } from '#web/lib/navigation/search-parser.ts'

test.each(['?q=007', '?q=12', '?q=1e3', '?q=true', '?q=null', '?q=%22drum%22', '?q=a+b%26c', ''])(
  'reads %j as text and writes it back',
  (query) => expect(stringifySearch(parseSearch(query))).toBe(query),
)

test('reads what the router wrote with quotes', () => {
  expect(parseSearch('?q=%2212%22&tab=%22true%22')).toEqual({ q: '12', tab: 'true' })
})

test('leaves out what is undefined', () => {
  expect(stringifySearch({ page: 2, q: undefined, inStock: true })).toBe('?page=2&inStock=true')
  expect(paramsOf({ page: 2, q: undefined })).toEqual({ page: '2', q: undefined })
})

test('reads only texts, numbers and switches', () => {
  expect(['a', 7, true, null, ['a'], undefined].map((value) => textIn({ value }, 'value'))).toEqual([
    'a',
    '7',
    'true',
    undefined,
    undefined,
    undefined,
  ])
})
