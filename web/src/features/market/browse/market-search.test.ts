import { expect, test } from 'vitest'
import {
  marketParams,
  nairaIn,
  readMarket,
  itemsQueryOf,
  emptyText,
} from '#web/features/market/browse/market-search.ts'

const clean = readMarket({})
const paramsOf = (search: object) =>
  Object.fromEntries(
    Object.entries(marketParams(readMarket(search))).filter(([, value]) => value !== undefined),
  )

test('reads an address as it was written', () => {
  const search = {
    category: '3',
    sort: '-price',
    min: '100.5',
    max: '1000',
    q: 'quovex',
    page: '2',
    favorites: 'true',
    state: 'NG-LA',
    inStock: 'true',
    method: 'PICKUP',
    wellRated: 'true',
  }
  expect(paramsOf(search)).toEqual(search)
  expect(itemsQueryOf(readMarket(search))).toEqual({
    page: 1,
    size: 20,
    name: 'quovex',
    genreId: 3,
    sort: '-price',
    minPrice: 100.5,
    maxPrice: 1000,
    favorite: 'true',
    state: 'NG-LA',
    inStock: 'true',
    method: 'PICKUP',
    minRating: 4,
  })
})

test.each([
  { category: 'x' },
  { sort: 'worst' },
  { min: -1 },
  { max: '1e5' },
  { favorites: 'maybe' },
  { item: 'none' },
  { state: 'Lagos' },
  { inStock: 'yes' },
  { method: 'DRONE' },
  { wellRated: 'yes' },
  { page: 0 },
  { q: '  ' },
  { approval: 'perhaps' },
])('ignores invalid values in the address: %o', (search) => {
  expect(readMarket(search)).toEqual(clean)
})

test('leaves the default order out of the address', () => {
  expect(paramsOf({ sort: 'newest' })).toEqual({})
  expect(paramsOf({ sort: 'best' })).toEqual({})
  expect(paramsOf({ q: 'mat', sort: 'best' })).toEqual({ q: 'mat' })
  expect(paramsOf({ q: 'mat', sort: 'newest' })).toEqual({ q: 'mat', sort: 'newest' })
})

test.each([
  ['₦12,500.50', 12_500.5],
  ['1 000', 1000],
  ['0.10', 0.1],
  ['0.123', undefined],
  ['nothing', undefined],
  ['', undefined],
  ['-1', undefined],
  ['99999999999', undefined],
])('reads %o as %o naira', (text, naira) => {
  expect(nairaIn(text)).toBe(naira)
})

test('says why a search has no results', () => {
  const genres = [{ id: 1, name: 'Beads' }]
  expect(emptyText(readMarket({ category: 987_654 }), genres)).toBe('There is no such category.')
  expect(emptyText(readMarket({ min: 0.1, max: 0.05 }), genres)).toBe(
    'The lowest price is above the highest.',
  )
  expect(emptyText(readMarket({ favorites: true }), genres)).toBe(
    'No favourites yet. Press the heart of an item to keep it here.',
  )
  for (const search of [{ favorites: true, q: 'mat' }, { category: 1 }, { q: 'mat' }])
    expect(emptyText(readMarket(search), genres)).toBe('No items match.')
  expect(emptyText(readMarket({ category: 987_654 }), undefined)).toBe('No items match.')
})
