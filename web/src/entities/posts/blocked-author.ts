import type { Post } from '@rootsquare/contract/posts'
import { notifyManager, type QueryClient } from '@tanstack/react-query'
import { postKeys } from '#web/entities/posts/post-keys.ts'
import { changeLists } from '#web/entities/posts/post-cache.ts'

/** Removes what a member wrote from every list and from the comments under other posts. The scroll position stays. */
export function removeAuthor(queryClient: QueryClient, userId: number): void {
  notifyManager.batch(() => {
    changeLists(queryClient, (content) =>
      content.filter((post) => post.userId !== userId).map((post) => withoutComments(post, userId)),
    )
    for (const [queryKey, post] of queryClient.getQueriesData<Post>({ queryKey: [...postKeys.all, 'one'] })) {
      if (post?.userId === userId) queryClient.removeQueries({ queryKey })
    }
    void queryClient.invalidateQueries({ queryKey: [...postKeys.all, 'comments'] })
  })
}

/** Reloads the lists, which lack the posts of a member whose block has ended. */
export function reloadAfterUnblock(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: postKeys.all })
}

function withoutComments(post: Post, userId: number): Post {
  const comments = post.comments.filter((comment) => comment.userId !== userId)
  return comments.length === post.comments.length ? post : { ...post, comments }
}
