import { bookmarkPost } from '@rootsquare/contract/post-lists'
import { getPost, likePost } from '@rootsquare/contract/posts'
import type { Post } from '@rootsquare/contract/posts'
import type { ToggleKind } from '#web/features/posts/card/toggle-queue.ts'
import { dropGonePost } from '#web/entities/posts/gone-posts.ts'
import { patchPost, postKeys } from '#web/entities/posts/post-cache.ts'
import { call } from '#web/lib/net/call.ts'

type Likes = Pick<Post, 'likes' | 'isPostLikedByUser'>

export const postLikes: ToggleKind<Post> = {
  name: 'post-like',
  read: likesOf,
  send: async ({ id }, liked) => likesOf((await call(likePost, { params: { id }, body: { liked } })).data),
  fetchCurrent: async ({ id }) => likesOf((await call(getPost, { params: { id } })).data),
  patch: (queryClient, { id }, { count, isOn }) =>
    patchPost(queryClient, id, (post) => ({ ...post, likes: count, isPostLikedByUser: isOn })),
  dropGone: (queryClient, { id }) => dropGonePost(queryClient, id),
}

function likesOf({ likes, isPostLikedByUser }: Likes) {
  return { count: likes, isOn: isPostLikedByUser }
}

/** A post that is taken out stays on the open page of bookmarks, where it can be saved again; the next visit loads anew. */
export const bookmarks: ToggleKind<Post> = {
  name: 'bookmark',
  read: ({ isSavedByUser }) => savedToggle(isSavedByUser),
  send: async ({ id }, saved) =>
    savedToggle((await call(bookmarkPost, { params: { id }, body: { saved } })).data.saved),
  fetchCurrent: async ({ id }) => savedToggle((await call(getPost, { params: { id } })).data.isSavedByUser),
  patch(queryClient, { id }, { isOn }) {
    patchPost(queryClient, id, (post) => ({ ...post, isSavedByUser: isOn }))
    void queryClient.invalidateQueries({ queryKey: postKeys.bookmarks(), refetchType: 'none' })
  },
  dropGone: (queryClient, { id }) => dropGonePost(queryClient, id),
}

/** Nobody else sees a bookmark, so there is nothing to count. */
function savedToggle(isOn: boolean) {
  return { isOn, count: 0 }
}
