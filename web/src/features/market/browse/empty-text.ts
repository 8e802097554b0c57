import type { Genre } from '@rootsquare/contract/market'
import { isFiltered } from '#web/features/market/browse/market-search.ts'
import type { MarketSearch } from '#web/features/market/browse/market-search.ts'

/** Why nothing is found, as far as the address tells. */
export function emptyText(search: MarketSearch, genres: Genre[] | undefined): string {
  const { category, min = 0, max = Infinity, favorites } = search
  const isUnknown = category !== undefined && genres?.every(({ id }) => id !== category)
  if (isUnknown) return 'There is no such category.'
  if (min > max) return 'The lowest price is above the highest.'
  const isOnlyFavorites = favorites && !isFiltered({ ...search, favorites: false })
  return isOnlyFavorites
    ? 'No favourites yet. Press the heart of an item to keep it here.'
    : 'No items match.'
}
