import { listComments } from '@rootsquare/contract/comments'
import { queryOptions, skipToken, type QueryKey } from '@tanstack/react-query'
import { postKeys } from '#web/entities/posts/post-keys.ts'
import { call } from '#web/lib/net/call.ts'

// This is not part of comments-api.ts, so that the home page loads only what it needs.

export const deletedIdsKey = (postId: number) => [...postKeys.comments(postId), 'deleted'] as const
export const firstCommentKey = (postId: number) => [...postKeys.comments(postId), 'first'] as const

/** Returns the ids of comments deleted here, so that an older answer does not bring them back. */
export function deletedIdsOf(postId: number) {
  return localList<number>(deletedIdsKey(postId))
}

/** Returns a list that exists only in the cache. */
export function localList<T>(queryKey: QueryKey) {
  return queryOptions<T[]>({ queryKey, queryFn: skipToken, initialData: [], staleTime: Infinity })
}

/** Fetches the first comment of a post whose previous first comment was deleted in a feed. */
export function firstCommentOf(postId: number) {
  return queryOptions({
    queryKey: firstCommentKey(postId),
    queryFn: async ({ signal }) => {
      const query = { page: 0, size: 1 }
      const { data } = await call(listComments, { params: { id: postId }, query, signal })
      return data.content[0] ?? null
    },
  })
}
