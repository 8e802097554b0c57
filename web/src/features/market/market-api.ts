import { listGenres } from '@rootsquare/contract/trade/genres'
import { listItems, teaserSize } from '@rootsquare/contract/trade/market'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { genreKey, itemKeys } from '#web/entities/items/item-keys.ts'
import { call } from '#web/lib/net/call.ts'

const pageSize = 20

export const itemsFailed = 'Failed to fetch items. Please try again.'

export const teaserItems = queryOptions({
  queryKey: itemKeys.teaser,
  queryFn: async ({ signal }) =>
    (await call(listItems, { query: { page: 0, size: teaserSize }, signal })).data.content,
})

export function itemsOf(memberId: number) {
  return infiniteQueryOptions({
    queryKey: itemKeys.ofMember(memberId),
    queryFn: async ({ pageParam, signal }) => {
      const query = { page: pageParam, size: pageSize, userId: memberId }
      return (await call(listItems, { query, signal })).data
    },
    initialPageParam: 0,
    getNextPageParam: ({ last }, _, page) => (last ? undefined : page + 1),
  })
}

export const allGenres = queryOptions({
  queryKey: genreKey,
  meta: { saved: 'part' },
  queryFn: async ({ signal }) => (await call(listGenres, { signal })).data,
})
