import { listBookmarks, listTagPosts, type PostList } from '@rootsquare/contract/post-lists'
import { feedSize, type Feed } from '@rootsquare/contract/posts'
import type { FeedSource, PageRequest } from '#web/features/posts/api.ts'
import { postKeys } from '#web/entities/posts/post-cache.ts'
import { call } from '#web/lib/net/call.ts'

const freshMs = 60_000

export const bookmarks: FeedSource = {
  kind: 'list',
  id: 'bookmarks',
  pages: {
    queryKey: postKeys.bookmarks(),
    size: feedSize,
    staleTime: freshMs,
    fetchPage: async (query, signal) =>
      asFeed((await call(listBookmarks, { query: listQuery(query), signal })).data),
  },
}

export function tagged(tag: string): FeedSource {
  return {
    kind: 'list',
    id: `tag-${tag}`,
    pages: {
      queryKey: postKeys.tag(tag),
      size: feedSize,
      staleTime: freshMs,
      fetchPage: async (query, signal) =>
        asFeed((await call(listTagPosts, { params: { tag }, query: listQuery(query), signal })).data),
    },
  }
}

/** The cursors of these lists are numbers. */
function listQuery({ size, cursor }: PageRequest) {
  return { size, ...(cursor !== undefined && { cursor: Number(cursor) }) }
}

function asFeed({ content, nextCursor }: PostList): Feed {
  const last = nextCursor === null
  const unknown = { totalPages: null, totalElements: null, number: 0, newestCursor: '' }
  return { ...unknown, content, last, nextCursor: last ? null : String(nextCursor) }
}
