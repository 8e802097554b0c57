import type { Feed, Post } from '@rootsquare/contract/posts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { postKeys } from '#web/entities/posts/post-keys.ts'
import { patchPages } from '#web/lib/net/patch-pages.ts'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

/** The cursor of the request for a page; null for the first page. */
export type PageParam = string | null
export type FeedData = InfiniteData<Feed, PageParam>

const lists = [
  postKeys.home(),
  postKeys.ofMembers,
  postKeys.ofGroups,
  postKeys.ofTags,
  postKeys.bookmarks(),
  postKeys.everyFound,
] as const
/** The number of the page of own posts, which are put on top as they are written and not loaded from the server. */
const ownPage = -1

/** Changes a post in every list and on its own page. */
export function patchPost(queryClient: QueryClient, id: number, change: (post: Post) => Post): void {
  changeLists(queryClient, (content) => content.map((post) => (post.id === id ? change(post) : post)))
  queryClient.setQueryData<Post>(postKeys.one(id), (post) => post && change(post))
}

export function removePost(queryClient: QueryClient, id: number): void {
  changeLists(queryClient, (content) => content.filter((post) => post.id !== id))
  queryClient.removeQueries({ queryKey: postKeys.one(id) })
  queryClient.removeQueries({ queryKey: postKeys.comments(id) })
  invalidateCounts(queryClient)
}

/** Adds a post to lists that are loaded. A list that loads later contains it already. */
export function prependPost(queryClient: QueryClient, post: Post): void {
  const groupKey = post.postGroupId === null ? [] : [postKeys.group(post.postGroupId)]
  for (const queryKey of [postKeys.home(), postKeys.member(post.userId), ...groupKey]) {
    queryClient.setQueryData<FeedData>(queryKey, (data) => data && prependOwn(data, post))
  }
  invalidateCounts(queryClient)
}

/** Profiles, by id and by username, show how many posts their member has. */
function invalidateCounts(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['profile'] })
  void queryClient.invalidateQueries({ queryKey: ['people', 'named'] })
}

/** Returns how many posts the server counts as new although they are on the screen. */
export function ownPostsOnTop(data: FeedData): number {
  return data.pages.reduce((sum, page) => sum + (page.number === ownPage ? page.content.length : 0), 0)
}

export function postsOf(data: FeedData | undefined): Post[] {
  return entriesOf(data, ({ id }) => id)
}

/** Returns fresh pages from the top, then those already read, so that the scroll position stays. */
export function withFreshPages(data: FeedData, fresh: FeedData): FeedData {
  const known = new Set(fresh.pages.flatMap(({ content }) => content.map(({ id }) => id)))
  const read = data.pages
    .map((page, at) => ({ page, param: data.pageParams[at] ?? null }))
    .filter(({ page }) => page.number !== ownPage)
    .map(({ page, param }) => ({
      page: { ...page, content: page.content.filter(({ id }) => !known.has(id)) },
      param,
    }))
  return {
    pages: [...fresh.pages, ...read.map(({ page }) => page)],
    pageParams: [...fresh.pageParams, ...read.map(({ param }) => param)],
  }
}

/** Adds the page after `cursor`, unless the list has another end by now. */
export function withNextPage(data: FeedData, page: Feed, cursor: string): FeedData {
  if (lastOf(data.pages)?.nextCursor !== cursor) return data
  return { pages: [...data.pages, page], pageParams: [...data.pageParams, cursor] }
}

function prependOwn(data: FeedData, post: Post): FeedData {
  const [first, ...rest] = data.pages
  if (first === undefined || data.pages.some(({ content }) => content.some(({ id }) => id === post.id)))
    return data
  if (first.number === ownPage) {
    return { ...data, pages: [{ ...first, content: [post, ...first.content] }, ...rest] }
  }
  const own: Feed = { ...first, content: [post], number: ownPage }
  return { pages: [own, ...data.pages], pageParams: [null, ...data.pageParams] }
}

export function changeLists(queryClient: QueryClient, change: (content: Post[]) => Post[]): void {
  for (const queryKey of lists) {
    queryClient.setQueriesData<FeedData>({ queryKey }, (data) => data && patchPages(data, change))
  }
}
