import { notifyManager, queryOptions, skipToken, useQuery, type QueryClient } from '@tanstack/react-query'
import { postKeys } from '#web/entities/posts/post-keys.ts'
import { changeLists, removePost } from '#web/entities/posts/post-cache.ts'

/**
 * Whether a post was deleted is cached per member, because a blocked member gets the same answer as for a deleted post.
 */
function deletedQuery(id: number) {
  return queryOptions<boolean>({
    queryKey: postKeys.isDeleted(id),
    queryFn: skipToken,
    initialData: false,
    staleTime: Infinity,
  })
}

/** Removes a post that no longer exists from every list, and marks it as deleted for its own page. */
export function removeDeletedPost(queryClient: QueryClient, id: number): void {
  notifyManager.batch(() => {
    queryClient.setQueryData(postKeys.isDeleted(id), true)
    removePost(queryClient, id)
  })
}

/** Removes a post that was not found from every list. Its own page is loaded again at the next visit. */
export function removeFromLists(queryClient: QueryClient, id: number): void {
  changeLists(queryClient, (content) => content.filter((post) => post.id !== id))
}

export function useIsDeleted(id: number): boolean {
  return useQuery(deletedQuery(id)).data ?? false
}
