import { search, type Found, type SearchType } from '@rootsquare/contract/search'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { groupKeys } from '#web/entities/groups/group-keys.ts'
import { itemKeys } from '#web/entities/items/item-keys.ts'
import { memberKeys } from '#web/entities/members/member-keys.ts'
import { postKeys } from '#web/entities/posts/post-keys.ts'
import { call } from '#web/lib/net/call.ts'

const firstFew = 3
const pageSize = 20

type Search = { q: string; isFirstFew: boolean }

/** The keys are among those of other lists of the same thing, so that a like or a follow also updates results. */
const keys: Record<SearchType, (search: Search) => readonly unknown[]> = {
  people: memberKeys.listFound,
  groups: groupKeys.found,
  posts: postKeys.found,
  items: itemKeys.found,
  tags: (asked) => ['tags', 'found', asked],
}

type FoundQuery = { type: SearchType; q: string; size: number; cursor?: string }

const find = async (query: FoundQuery, signal: AbortSignal): Promise<Found> =>
  (await call(search, { query, signal })).data

export function resultPagesOf(type: SearchType, q: string) {
  return infiniteQueryOptions({
    queryKey: keys[type]({ q, isFirstFew: false }),
    queryFn: ({ pageParam, signal }) =>
      find({ type, q, size: pageSize, ...(pageParam !== '' && { cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

/** Returns the first results as an endless list with one page, because the cache updates expect that form. */
export function firstResultsOf(type: SearchType, q: string) {
  return queryOptions({
    queryKey: keys[type]({ q, isFirstFew: true }),
    queryFn: async ({ signal }) => ({
      pages: [await find({ type, q, size: firstFew }, signal)],
      pageParams: [''],
    }),
  })
}
