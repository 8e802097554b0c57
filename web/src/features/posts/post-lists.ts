import { listBookmarks, listTagPosts, type PostList } from '@rootsquare/contract/post-lists'
import { feedSize, type Feed } from '@rootsquare/contract/posts'
import { freshMs, type FeedSource, type PageRequest } from '#web/features/posts/api.ts'
import { postKeys } from '#web/entities/posts/post-keys.ts'
import { call } from '#web/lib/net/call.ts'

export const bookmarks: FeedSource = {
  name: 'list-bookmarks',
  queryKey: postKeys.bookmarks(),
  size: feedSize,
  staleTime: freshMs,
  fetchPage: async (query, signal) =>
    asFeed((await call(listBookmarks, { query: listQuery(query), signal })).data),
}

export function postsWithTag(tag: string): FeedSource {
  return {
    name: `list-tag-${tag}`,
    queryKey: postKeys.tag(tag),
    size: feedSize,
    staleTime: freshMs,
    fetchPage: async (query, signal) =>
      asFeed((await call(listTagPosts, { params: { tag }, query: listQuery(query), signal })).data),
  }
}

/** Returns the query of a page. The cursors of these lists are numbers. */
function listQuery({ size, cursor }: PageRequest) {
  return { size, ...(cursor !== undefined && { cursor: Number(cursor) }) }
}

function asFeed({ content, nextCursor }: PostList): Feed {
  const last = nextCursor === null
  const unknown = { totalPages: null, totalElements: null, number: 0, newestCursor: '' }
  return { ...unknown, content, last, nextCursor: last ? null : String(nextCursor) }
}
