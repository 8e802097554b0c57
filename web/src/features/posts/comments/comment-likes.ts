import { likeComment } from '@rootsquare/contract/comments'
import type { Comment } from '@rootsquare/contract/posts'
import type { ToggleKind } from '#web/features/posts/card/toggle-queue.ts'
import { changeComments, dropComment } from '#web/features/posts/comments/comment-cache.ts'
import { call } from '#web/lib/net/call.ts'

type Likes = Pick<Comment, 'likes' | 'isLikedByUser'>

export function commentLikes(postId: number): ToggleKind<Comment> {
  return {
    name: 'comment-like',
    read: likesOf,
    send: async ({ id }, liked) =>
      likesOf((await call(likeComment, { params: { commentId: id }, body: { liked } })).data),
    patch: (queryClient, { id }, { count, isOn }) =>
      changeComments(queryClient, postId, (one) =>
        one.id === id ? { ...one, likes: count, isLikedByUser: isOn } : one,
      ),
    dropGone: (queryClient, comment) => dropComment(queryClient, postId, comment),
  }
}

function likesOf({ likes, isLikedByUser }: Likes) {
  return { count: likes, isOn: isLikedByUser }
}
