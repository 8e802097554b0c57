import { bookmarkPost } from '@rootsquare/contract/post-lists'
import { getPost, likePost, type Post } from '@rootsquare/contract/posts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { removeDeletedPost } from '#web/entities/posts/deleted-posts.ts'
import { postKeys } from '#web/entities/posts/post-keys.ts'
import { patchPost } from '#web/entities/posts/post-cache.ts'
import { call, isRetryable } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { usePendingValue } from '#web/lib/net/use-pending-value.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

export function usePostLike({ id, likes, isPostLikedByUser }: Post) {
  const queryClient = useQueryClient()
  const { value: isLiked, change } = usePendingValue({
    mutationKey: postKeys.like(id),
    confirmed: isPostLikedByUser,
    send: async (liked) => (await call(likePost, { params: { id }, body: { liked } })).data,
    onSuccess: (answer) => patchPost(queryClient, id, (post) => ({ ...post, ...answer })),
    onError: (failure) => showFailure(queryClient, id, failure),
  })
  return { isLiked, likes: likes + Number(isLiked) - Number(isPostLikedByUser), change }
}

/** A removed post stays on the open page of bookmarks, where it can be saved again, until the next visit. */
export function useBookmark({ id, isSavedByUser }: Post) {
  const queryClient = useQueryClient()
  const markOutdated = () =>
    void queryClient.invalidateQueries({ queryKey: postKeys.bookmarks(), refetchType: 'none' })
  return usePendingValue({
    mutationKey: postKeys.bookmark(id),
    confirmed: isSavedByUser,
    send: async (saved) => {
      markOutdated()
      return (await call(bookmarkPost, { params: { id }, body: { saved } })).data.saved
    },
    onSuccess(saved) {
      patchPost(queryClient, id, (post) => ({ ...post, isSavedByUser: saved }))
      markOutdated()
    },
    onError: (failure) => showFailure(queryClient, id, failure),
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
