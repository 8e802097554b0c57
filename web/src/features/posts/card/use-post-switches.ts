import { bookmarkPost } from '@rootsquare/contract/post-lists'
import { getPost, likePost, type Post } from '@rootsquare/contract/posts'
import type { ReplyOf } from '@rootsquare/contract/lib/endpoint'
import type { QueryClient } from '@tanstack/react-query'
import { removeDeletedPost } from '#web/entities/posts/deleted-posts.ts'
import { postKeys } from '#web/entities/posts/post-keys.ts'
import { patchPost } from '#web/entities/posts/post-cache.ts'
import { call, isRetryable } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { storedCall } from '#web/lib/net/stored-call.ts'
import { usePendingValue, type ValueKind } from '#web/lib/net/use-pending-value.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type Like = ReplyOf<typeof likePost>
type Owner = readonly [postId: number]

export const postLike: ValueKind<Owner, boolean, Like> = {
  name: 'post-like',
  callOf: ([id], liked) => storedCall(likePost, { params: { id }, body: { liked } }),
  onSent: (queryClient, { ids: [id], data }) => patchPost(queryClient, id, (post) => ({ ...post, ...data })),
  onFailed: (queryClient, [id], failure) => showFailure(queryClient, id, failure),
}

export function usePostLike({ id, likes, isPostLikedByUser }: Post) {
  const { value: isLiked, change } = usePendingValue({
    kind: postLike,
    ids: [id],
    mutationKey: postKeys.like(id),
    confirmed: isPostLikedByUser,
  })
  return { isLiked, likes: likes + Number(isLiked) - Number(isPostLikedByUser), change }
}

export const bookmark: ValueKind<Owner, boolean, ReplyOf<typeof bookmarkPost>> = {
  name: 'bookmark',
  callOf: ([id], saved) => storedCall(bookmarkPost, { params: { id }, body: { saved } }),
  onSent(queryClient, { ids: [id], data: { saved } }) {
    patchPost(queryClient, id, (post) => ({ ...post, isSavedByUser: saved }))
    void queryClient.invalidateQueries({ queryKey: postKeys.bookmarks(), refetchType: 'none' })
  },
  onFailed: (queryClient, [id], failure) => showFailure(queryClient, id, failure),
}

/** A removed post stays on the open page of bookmarks, where it can be saved again, until the next visit. */
export function useBookmark({ id, isSavedByUser }: Post) {
  return usePendingValue({
    kind: bookmark,
    ids: [id],
    mutationKey: postKeys.bookmark(id),
    confirmed: isSavedByUser,
  })
}

/** Loads the post unless the call was rejected, because only the server knows whether a lost one had an effect. */
function showFailure(queryClient: QueryClient, id: number, failure: Error): void {
  showSnackbar('error', errorText(failure))
  if (isMissing(failure)) return removeDeletedPost(queryClient, id)
  if (!isRetryable(failure)) return
  call(getPost, { params: { id } }).then(
    ({ data: { likes, isPostLikedByUser, isSavedByUser } }) =>
      patchPost(queryClient, id, (post) => ({ ...post, likes, isPostLikedByUser, isSavedByUser })),
    () => {},
  )
}
