import type { Paged } from '@rootsquare/contract/lib/paged'
import { listComments, updateComment } from '@rootsquare/contract/comments'
import type { Comment } from '@rootsquare/contract/posts'
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import {
  changeComments,
  deletedIdsIn,
  dropComment,
  dropDeletedOwn,
  uniqueComments,
  ownCommentsIn,
  ownCommentsKey,
  threadKey,
} from '#web/features/posts/comments/comment-cache.ts'
import type { CommentPage, Thread } from '#web/features/posts/comments/comment-cache.ts'
import { localList } from '#web/features/posts/comments/first-comment.ts'
import { call } from '#web/lib/net/call.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

const pageSize = 20

export function commentsOf(queryClient: QueryClient, thread: Thread) {
  const { postId, parentId } = thread
  return infiniteQueryOptions<CommentPage, Error, InfiniteData<CommentPage, number>, QueryKey, number>({
    queryKey: threadKey(thread),
    meta: { saved: 'part' },
    queryFn: async ({ pageParam: page, signal }) => {
      const before = ownCommentsIn(queryClient, thread)
      const query = { page, size: pageSize, ...(parentId !== null && { parentId }) }
      const { data } = await call(listComments, { params: { id: postId }, query, signal })
      if (data.last) dropDeletedOwn(queryClient, thread, { before, end: data.content })
      return data
    },
    initialPageParam: 0,
    getNextPageParam: (_, pages) => nextPage(pages, deletedIdsIn(queryClient, postId)),
  })
}

/** Returns the comments written here, because the pages that contain them may not be loaded. */
export function ownCommentsOf(thread: Thread) {
  return localList<Comment>(ownCommentsKey(thread))
}

/** Counts the known comments instead of the calls, because a deleted comment moves the next page up. */
function nextPage(pages: Paged<Comment>[], deleted: number[]): number | undefined {
  return lastOf(pages)?.last ? undefined : Math.floor(uniqueComments(pages, deleted).length / pageSize)
}

export function useUpdateComment(postId: number, comment: Comment) {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: async (comments: string) =>
      (await call(updateComment, { params: { commentId: comment.id }, body: { comments } })).data,
    onSuccess: (changed) =>
      changeComments(queryClient, postId, (one) => (one.id === changed.id ? changed : one)),
    onError: (failure) => {
      if (isMissing(failure)) dropComment(queryClient, postId, comment)
    },
  })
}
