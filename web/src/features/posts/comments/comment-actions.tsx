import { likeComment } from '@rootsquare/contract/comments'
import type { Comment } from '@rootsquare/contract/posts'
import { useQueryClient } from '@tanstack/react-query'
import Heart from 'lucide-react/icons/heart'
import { changeComments, dropComment } from '#web/features/posts/comments/comment-cache.ts'
import { postKeys } from '#web/entities/posts/post-keys.ts'
import { numberText, quantityText } from '#web/lib/format/count-text.ts'
import { call } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { usePendingValue } from '#web/lib/net/use-pending-value.ts'
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

function useCommentLike(postId: number, comment: Comment) {
  const queryClient = useQueryClient()
  const { id, likes, isLikedByUser } = comment
  const { value: isLiked, change } = usePendingValue({
    mutationKey: [...postKeys.comments(postId), 'like', id],
    confirmed: isLikedByUser,
    send: async (liked) => (await call(likeComment, { params: { commentId: id }, body: { liked } })).data,
    onSuccess: (answer) =>
      changeComments(queryClient, postId, (one) => (one.id === id ? { ...one, ...answer } : one)),
    onError: (failure) => {
      showSnackbar('error', errorText(failure))
      if (isMissing(failure)) dropComment(queryClient, postId, comment)
    },
  })
  return { isLiked, likes: likes + Number(isLiked) - Number(isLikedByUser), change }
}
