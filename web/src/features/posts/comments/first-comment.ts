import { listComments } from '@rootsquare/contract/comments'
import { queryOptions, skipToken, type QueryKey } from '@tanstack/react-query'
import { postKeys } from '#web/entities/posts/post-cache.ts'
import { call } from '#web/lib/net/call.ts'

// Apart from comments-api.ts, so that the home page does not load what it does not need.

export const deletedKey = (postId: number) => [...postKeys.comments(postId), 'deleted'] as const
export const firstKey = (postId: number) => [...postKeys.comments(postId), 'first'] as const

/** What was deleted here must not come back with an answer that was sent before. */
export function deletedOf(postId: number) {
  return localList<number>(deletedKey(postId))
}

/** In the cache only. */
export function localList<T>(queryKey: QueryKey) {
  return queryOptions<T[]>({ queryKey, queryFn: skipToken, initialData: [], staleTime: Infinity })
}

/** For a feed in which the first comment of a post was deleted. */
export function firstCommentOf(postId: number) {
  return queryOptions({
    queryKey: firstKey(postId),
    queryFn: async ({ signal }) => {
      const query = { page: 0, size: 1 }
      const { data } = await call(listComments, { params: { id: postId }, query, signal })
      return data.content[0] ?? null
    },
  })
}
