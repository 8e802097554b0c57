import { likeComment } from '@rootsquare/contract/comments'
import type { ReplyOf } from '@rootsquare/contract/lib/endpoint'
import type { Comment } from '@rootsquare/contract/posts'
import Heart from 'lucide-react/icons/heart'
import { changeComments, dropComment, knownComment } from '#web/features/posts/comments/comment-cache.ts'
import { postKeys } from '#web/entities/posts/post-keys.ts'
import { numberText, quantityText } from '#web/lib/format/count-text.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { storedCall } from '#web/lib/net/stored-call.ts'
import { usePendingValue, type ValueKind } from '#web/lib/net/use-pending-value.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { nameOf } from '#web/lib/format/names.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './comments.module.css'

type CommentActionsProps = { comment: Comment; postId: number; onReply: (comment: Comment) => void }

const actionClass = `plain-control flex-row text-xs strong hover-mark full-radius ${classes.action}`

export function CommentActions({ comment, postId, onReply }: CommentActionsProps) {
  const { isLiked, likes, change } = useCommentLike(postId, comment)
  const name = nameOf(comment)
  return (
    <p className="flex-row gap-2xs">
      <button
        type="button"
        className={actionClass}
        aria-pressed={isLiked}
        aria-label={`Like the comment by ${name}, ${quantityText(likes, 'like')}`}
        onClick={() => change(!isLiked)}
      >
        <Icon of={Heart} size="s" />
        {likes > 0 && (
          <span className="amount" aria-hidden="true">
            {numberText(likes)}
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

export const commentLike: ValueKind<
  readonly [postId: number, commentId: number],
  boolean,
  ReplyOf<typeof likeComment>
> = {
  name: 'comment-like',
  callOf: ([, commentId], liked) => storedCall(likeComment, { params: { commentId }, body: { liked } }),
  onSent: (queryClient, { ids: [postId, id], data }) =>
    changeComments(queryClient, postId, (one) => (one.id === id ? { ...one, ...data } : one)),
  onFailed(queryClient, [postId, id], failure) {
    showSnackbar('error', errorText(failure))
    const comment = knownComment(queryClient, postId, id)
    if (isMissing(failure) && comment) dropComment(queryClient, postId, comment)
  },
}

function useCommentLike(postId: number, { id, likes, isLikedByUser }: Comment) {
  const { value: isLiked, change } = usePendingValue({
    kind: commentLike,
    ids: [postId, id],
    mutationKey: [...postKeys.comments(postId), 'like', id],
    confirmed: isLikedByUser,
  })
  return { isLiked, likes: likes + Number(isLiked) - Number(isLikedByUser), change }
}
