import type { Post } from '@rootsquare/contract/posts'
import { notifyManager } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { changeLists, postKeys } from '#web/entities/posts/post-cache.ts'

/** What a member wrote leaves every list and the comments under other posts; the reader's place stays. */
export function dropAuthor(queryClient: QueryClient, userId: number): void {
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

/** After a block has ended. */
export function bringAuthorBack(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: postKeys.all })
}

function withoutComments(post: Post, userId: number): Post {
  const comments = post.comments.filter((comment) => comment.userId !== userId)
  return comments.length === post.comments.length ? post : { ...post, comments }
}
