import { likeComment } from '@rootsquare/contract/comments'
import type { Comment } from '@rootsquare/contract/posts'
import { useQueryClient } from '@tanstack/react-query'
import Heart from 'lucide-react/icons/heart'
import { tapToggle, useToggle, type ToggleKind } from '#web/features/posts/card/toggle-queue.ts'
import { changeComments, dropComment } from '#web/features/posts/comments/comment-cache.ts'
import { numberText, quantityText } from '#web/lib/format/count-text.ts'
import { call } from '#web/lib/net/call.ts'
import { nameOf } from '#web/lib/format/names.ts'
import classes from './comments.module.css'

type CommentActionsProps = { comment: Comment; postId: number; onReply: (comment: Comment) => void }

const actionClass = `plain row small strong hover-mark round ${classes.action}`

export function CommentActions({ comment, postId, onReply }: CommentActionsProps) {
  const queryClient = useQueryClient()
  const kind = commentLikes(postId)
  const { count, isOn } = useToggle(kind, comment)
  const name = nameOf(comment)
  return (
    <p className="row gap-4">
      <button
        type="button"
        className={actionClass}
        aria-pressed={isOn}
        aria-label={`Like the comment by ${name}, ${quantityText(count, 'like')}`}
        onClick={() => tapToggle(queryClient, kind, comment)}
      >
        <Heart size={17} strokeWidth={1.9} aria-hidden="true" />
        {count > 0 && (
          <span className="amount" aria-hidden="true">
            {numberText(count)}
          </span>
        )}
      </button>
      <button
        type="button"
        className={actionClass}
        aria-label={`Reply to ${name}`}
        onClick={() => onReply(comment)}
      >
        Reply
      </button>
    </p>
  )
}

type Likes = Pick<Comment, 'likes' | 'isLikedByUser'>

function commentLikes(postId: number): ToggleKind<Comment> {
  return {
    name: 'comment-like',
    read: likesOf,
    send: async ({ id }, liked) =>
      likesOf((await call(likeComment, { params: { commentId: id }, body: { liked } })).data),
    patch: (queryClient, { id }, { count, isOn }) =>
      changeComments(queryClient, postId, (one) =>
        one.id === id ? { ...one, likes: count, isLikedByUser: isOn } : one,
      ),
    dropMissing: (queryClient, comment) => dropComment(queryClient, postId, comment),
  }
}

function likesOf({ likes, isLikedByUser }: Likes) {
  return { count: likes, isOn: isLikedByUser }
}
