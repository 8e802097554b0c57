import { deliveryMethods, listAllItems, listItems, sorts } from '@rootsquare/contract/trade/market'
import type { Genre } from '@rootsquare/contract/trade/genres'
import type { DeliveryMethod } from '@rootsquare/contract/trade/market'
import { maxNaira } from '@rootsquare/contract/lib/money'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { itemKeys } from '#web/entities/items/item-keys.ts'
import {
  idIn,
  oneOf,
  paramsOf,
  searchTextIn,
  textIn,
  useSetSearch,
  type Params,
} from '#web/lib/navigation/search-params.ts'
import { call } from '#web/lib/net/call.ts'

export const pageSize = 20
export const approvals = ['approved', 'unapproved'] as const

/** The search parameters of the address. Pages are numbered from 1 here, but from 0 in the API. */
export type MarketSearch = {
  q: string
  category: number | undefined
  /** Undefined means best match if there is a search text, otherwise newest. */
  sort: (typeof sorts)[number] | undefined
  min: number | undefined
  max: number | undefined
  favorites: boolean
  /** The code of the state in which the item is located. */
  state: string | undefined
  inStock: boolean
  method: DeliveryMethod | undefined
  /** True to show only items rated four stars or more on average. */
  wellRated: boolean
  /** Ignored unless the viewer is staff. */
  approval: (typeof approvals)[number] | undefined
  page: number
  item: number | undefined
}
export type MarketFilters = Partial<Omit<MarketSearch, 'page' | 'item'>>

const lastPage = 1_000_000

export function useMarketSearch() {
  const router = useRouter()
  const setSearch = useSetSearch()
  const search = readMarket(useSearch({ strict: false }))

  function write(change: (now: MarketSearch) => MarketSearch, isReplaced: boolean, keepsLayers = true): void {
    setSearch((now) => marketParams(change(readMarket(now))), { isReplaced, keepsLayers })
  }

  return {
    search,
    filter: (changes: MarketFilters) => write((now) => ({ ...now, ...changes, page: 1 }), false),
    /** Closes the sheet with the filters, whose entry in the history becomes that of the results. */
    filterFromSheet: (changes: MarketFilters) =>
      write((now) => ({ ...now, ...changes, page: 1 }), false, false),
    seek: (q: string) => {
      // A search that was typed and deleted again must not return to page 1.
      const isNew = q !== readMarket(router.latestLocation.search).q
      if (isNew) write((now) => ({ ...now, q, page: 1 }), true)
    },
    clear: () => write(({ item }) => ({ ...readMarket({}), item }), false),
    correctPage: (page: number) => write((now) => ({ ...now, page }), true),
    closeItem: () => write((now) => ({ ...now, item: undefined }), true),
  }
}

/** Reads the parameters and ignores invalid or unknown values. */
export function readMarket(search: unknown): MarketSearch {
  const textOf = (name: string) => textIn(search, name)
  const q = searchTextIn(search, 'q')
  const sort = oneOf(sorts, textOf('sort'))
  return {
    q,
    category: idIn(textOf('category')),
    sort: sort === (q === '' ? 'newest' : 'best') || (q === '' && sort === 'best') ? undefined : sort,
    min: nairaIn(textOf('min')),
    max: nairaIn(textOf('max')),
    favorites: textOf('favorites') === 'true',
    state: textOf('state')
      ?.toUpperCase()
      .match(/^[A-Z]{2}-[A-Z]{2}$/)?.[0],
    inStock: textOf('inStock') === 'true',
    method: oneOf(deliveryMethods, textOf('method')),
    wellRated: textOf('wellRated') === 'true',
    approval: oneOf(approvals, textOf('approval')),
    page: Math.min(idIn(textOf('page')) ?? 1, lastPage),
    item: idIn(textOf('item')),
  }
}

export function marketParams({ q, favorites, inStock, wellRated, page, ...rest }: MarketSearch): Params {
  return paramsOf({
    ...rest,
    q: q === '' ? undefined : q,
    favorites: favorites || undefined,
    inStock: inStock || undefined,
    wellRated: wellRated || undefined,
    page: page === 1 ? undefined : page,
  })
}

export function itemsQueryOf(search: MarketSearch) {
  const { q, category, sort, min, max, favorites, state, inStock, method, wellRated, page } = search
  return {
    page: page - 1,
    size: pageSize,
    name: q === '' ? undefined : q,
    genreId: category,
    sort,
    minPrice: min,
    maxPrice: max,
    favorite: favorites ? ('true' as const) : undefined,
    state,
    inStock: inStock ? ('true' as const) : undefined,
    method,
    minRating: wellRated ? 4 : undefined,
  }
}

const approvedIn = { approved: 'true', unapproved: 'false' } as const

/** Lists items; staff have their own endpoint, which includes items that are not approved. */
export function marketItems(search: MarketSearch, isStaff: boolean) {
  const query = itemsQueryOf(search)
  const approved = search.approval && approvedIn[search.approval]
  return queryOptions({
    queryKey: itemKeys.paged(isStaff ? { ...query, approved, isStaff } : query),
    ...(!isStaff && { meta: { saved: 'main' } }),
    queryFn: async ({ signal }) =>
      isStaff
        ? (await call(listAllItems, { query: { ...query, approved }, signal })).data
        : (await call(listItems, { query, signal })).data,
    placeholderData: keepPreviousData,
  })
}

/** Lists a shop; its seller also sees items that are not approved yet. */
export function shopItems(sellerId: number, page: number) {
  const query = { userId: sellerId, page: page - 1, size: pageSize }
  return queryOptions({
    queryKey: itemKeys.paged(query),
    queryFn: async ({ signal }) => (await call(listItems, { query, signal })).data,
    placeholderData: keepPreviousData,
  })
}

const { page: _page, item: _item, ...blank } = readMarket({})
/** What clears every filter. */
export const withoutFilters: MarketFilters = blank

export function isFiltered(search: MarketSearch): boolean {
  const { q, category, min, max, favorites, state, inStock, method, wellRated, approval } = search
  const chosen = [category, min, max, state, method, approval].some((one) => one !== undefined)
  return q !== '' || favorites || inStock || wellRated || chosen
}

/** Favourites, ratings and approval cannot be saved in a search, because a new item has no reviews. */
export function canBeSaved(search: MarketSearch): boolean {
  return isFiltered({ ...search, favorites: false, wellRated: false, approval: undefined })
}

/** Reads amounts such as `₦12,500.50`; undefined if the text is no amount. */
export function nairaIn(text: string | undefined): number | undefined {
  const figures = text?.replaceAll(/[₦,\s]/g, '') ?? ''
  const naira = /^\d{1,10}(\.\d{1,2})?$/.test(figures) ? Number(figures) : maxNaira + 1
  return naira <= maxNaira ? naira : undefined
}

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
