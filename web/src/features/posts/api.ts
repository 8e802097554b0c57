import {
  countNewPosts,
  feedSize,
  getPost,
  groupFeed,
  homeFeed,
  memberPosts,
  profileFeedSize,
} from '@rootsquare/contract/posts'
import type { Feed } from '@rootsquare/contract/posts'
import { infiniteQueryOptions, queryOptions, type QueryKey } from '@tanstack/react-query'
import { postKeys } from '#web/entities/posts/post-keys.ts'
import { type FeedData, type PageParam } from '#web/entities/posts/post-cache.ts'
import { call } from '#web/lib/net/call.ts'
import { isOffline } from '#web/lib/net/wait.ts'

/** How long the pages of a feed stay cached, so that Back is quick. */
const cacheMs = 3_600_000
export const freshMs = 60_000
const largestPage = 100
const maxCalls = 5
const countEveryMs = 60_000

export type PageRequest = { page: number; size: number; cursor?: string }
export type FeedSource = {
  /** The name under which a reader's position is stored. */
  name: string
  queryKey: QueryKey
  size: number
  staleTime: number
  fetchPage: (query: PageRequest, signal: AbortSignal) => Promise<Feed>
}

/** The home feed. It is never stale by itself, because new posts are counted and offered. */
export const homePosts: FeedSource = {
  name: 'home',
  queryKey: postKeys.home(),
  size: feedSize,
  staleTime: Infinity,
  fetchPage: async (query, signal) => (await call(homeFeed, { query, signal })).data,
}

export function postsOfMember(id: number): FeedSource {
  return {
    name: `member-${id}`,
    queryKey: postKeys.member(id),
    size: profileFeedSize,
    staleTime: freshMs,
    fetchPage: async (query, signal) =>
      (await call(memberPosts, { query: { ...query, userId: id }, signal })).data,
  }
}

export function postsOfGroup(id: number): FeedSource {
  return {
    name: `group-${id}`,
    queryKey: postKeys.group(id),
    size: feedSize,
    staleTime: freshMs,
    fetchPage: async (query, signal) => (await call(groupFeed, { params: { id }, query, signal })).data,
  }
}

export function feedOf({ queryKey, size, staleTime, fetchPage }: FeedSource) {
  return infiniteQueryOptions<Feed, Error, FeedData, QueryKey, PageParam>({
    queryKey,
    meta: { saved: 'main' },
    queryFn: ({ pageParam, signal }) => fetchPage(pageRequest(pageParam, size), signal),
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    gcTime: cacheMs,
    staleTime,
    // A feed that reloads by itself would move under the reader.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Returns the query of a single page, from the top or from a cursor on. */
export function feedPageOf({ queryKey, size, fetchPage }: FeedSource, cursor: PageParam) {
  return queryOptions({
    queryKey: [...postKeys.all, 'page', ...queryKey, cursor],
    queryFn: ({ signal }) => fetchPage(pageRequest(cursor, size), signal),
    staleTime: 0,
    gcTime: 0,
  })
}

export function postOf(id: number) {
  return queryOptions({
    queryKey: postKeys.one(id),
    meta: { saved: 'main' },
    queryFn: async ({ signal }) => (await call(getPost, { params: { id }, signal })).data,
  })
}

/** Counts the posts since `cursor`, repeatedly while the page is visible and when it becomes visible again. */
export function newerThan(cursor: string, knownAt: number) {
  return queryOptions({
    queryKey: [...postKeys.newer(), cursor],
    queryFn: async ({ signal }) => (await call(countNewPosts, { query: { cursor }, signal })).data.count,
    initialData: 0,
    initialDataUpdatedAt: knownAt,
    staleTime: countEveryMs,
    refetchInterval: () => (isOffline() ? false : countEveryMs),
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    retry: false,
    gcTime: 0,
  })
}

/** Loads from the top down to the first loaded post. If too many posts are between, it loads only the top. */
export async function newestDownTo(
  read: FeedData,
  count: number,
): Promise<{ fresh: FeedData; isClosed: boolean }> {
  const known = new Set(read.pages.flatMap(({ content }) => content.map(({ id }) => id)))
  const size = Math.min(largestPage, Math.max(feedSize, count + 1))
  const { signal } = new AbortController()
  const fresh: FeedData = { pages: [], pageParams: [] }
  let cursor: PageParam = null
  for (let calls = 0; calls < maxCalls; calls += 1) {
    const page: Feed = await homePosts.fetchPage(pageRequest(cursor, size), signal)
    fresh.pages.push(page)
    fresh.pageParams.push(cursor)
    const isClosed = page.nextCursor === null || page.content.some(({ id }) => known.has(id))
    if (isClosed) return { fresh, isClosed }
    cursor = page.nextCursor
  }
  return { fresh: { pages: fresh.pages.slice(0, 1), pageParams: [null] }, isClosed: false }
}

function pageRequest(cursor: PageParam, size: number): PageRequest {
  return { page: 0, size, ...(cursor !== null && { cursor }) }
}
