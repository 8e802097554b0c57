import { listAllItems, listGenres, listItems } from '@rootsquare/contract/market'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { genreKey, itemKeys } from '#web/entities/items/item-cache.ts'
import { wireOf } from '#web/features/market/browse/market-search.ts'
import type { MarketSearch } from '#web/features/market/browse/market-search.ts'
import { call } from '#web/lib/net/call.ts'

const approvedIn = { approved: 'true', unapproved: 'false' } as const

/** Staff also see items that are not approved. */
export function marketItems(search: MarketSearch, isStaff: boolean) {
  const query = wireOf(search)
  const approved = search.approval && approvedIn[search.approval]
  return queryOptions({
    queryKey: itemKeys.paged(isStaff ? { ...query, approved, isStaff } : query),
    queryFn: async ({ signal }) =>
      isStaff
        ? (await call(listAllItems, { query: { ...query, approved }, signal })).data
        : (await call(listItems, { query, signal })).data,
    placeholderData: keepPreviousData,
  })
}

export function allGenres() {
  return queryOptions({
    queryKey: genreKey,
    queryFn: async ({ signal }) => (await call(listGenres, { signal })).data,
  })
}
