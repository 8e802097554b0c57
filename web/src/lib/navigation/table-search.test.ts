import { expect, test } from 'vitest'
import { idIn, oneOf } from '#web/lib/navigation/search-params.ts'
import { readTableSearch, tableParams, withoutAtSign } from '#web/lib/navigation/table-search.ts'

const options = {
  sizes: [10, 5, 20],
  filters: (given: (name: string) => string | undefined) => ({
    creator: idIn(given('creator')),
    state: oneOf(['open', 'addressed'], given('state')),
  }),
}
const none = { creator: undefined, state: undefined }
const clean = { page: 0, size: 10, search: '', filters: none }

test('reads page, size, search and filters', () => {
  const search = { page: 1, size: 5, search: 'bose AKANDE', creator: 7, state: 'open' }
  const content = { page: 1, size: 5, search: 'bose AKANDE', filters: { creator: 7, state: 'open' as const } }
  expect(readTableSearch(options, search)).toEqual(content)
  expect(tableParams(content, options)).toEqual({ ...search, page: '1', size: '5', creator: '7' })
})

test.each([
  ['a negative page', { page: -3 }],
  ['a page that is no number', { page: 'x' }],
  ['a size that is not offered', { size: 7 }],
  ['an empty search', { search: '' }],
  ['a search that is a list', { search: ['a'] }],
  ['an unknown word', { state: 'NO_SUCH' }],
  ['a number below one', { creator: 0 }],
  ['a number that is a word', { creator: 'x' }],
])('ignores %s', (_, search) => {
  expect(readTableSearch(options, search)).toEqual(clean)
})

test('omits default values from the address', () => {
  const address = tableParams(clean, options)
  expect(Object.values(address).filter((value) => value !== undefined)).toEqual([])
})

test('the default size may differ from the first one', () => {
  const usual = { ...options, size: 20 }
  expect(readTableSearch(usual, {}).size).toBe(20)
  expect(tableParams({ ...clean, size: 20 }, usual)['size']).toBeUndefined()
  expect(tableParams(clean, usual)['size']).toBe('10')
})

test('a search is cut at 100 whole characters', () => {
  expect(readTableSearch(options, { search: '🥁'.repeat(101) }).search).toBe('🥁'.repeat(100))
})

test('searches for a username without its @', () => {
  expect(['@adaeze.n', '@ adaeze', 'a@b'].map(withoutAtSign)).toEqual(['adaeze.n', 'adaeze', 'a@b'])
})
