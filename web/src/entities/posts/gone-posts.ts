import { notifyManager, queryOptions, skipToken, useQuery, type QueryClient } from '@tanstack/react-query'
import { changeLists, postKeys, removePost } from '#web/entities/posts/post-cache.ts'

/** In the cache, which is cleared for the next member: a blocked member gets the same answer as for a deleted post. */
function goneOf(id: number) {
  return queryOptions<boolean>({
    queryKey: postKeys.gone(id),
    queryFn: skipToken,
    initialData: false,
    staleTime: Infinity,
  })
}

/** The server has just said that it is not there any more: it leaves every list, and its own page says so. */
export function dropGonePost(queryClient: QueryClient, id: number): void {
  notifyManager.batch(() => {
    queryClient.setQueryData(postKeys.gone(id), true)
    removePost(queryClient, id)
  })
}

/** It was opened and not found. Its own page asks again at the next visit. */
export function dropFromLists(queryClient: QueryClient, id: number): void {
  changeLists(queryClient, (content) => content.filter((post) => post.id !== id))
}

export function useIsGone(id: number): boolean {
  return useQuery(goneOf(id)).data ?? false
}
