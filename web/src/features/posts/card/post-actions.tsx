import type { Post } from '@rootsquare/contract/posts'
import { Link } from '@tanstack/react-router'
import MessageCircle from 'lucide-react/icons/message-circle'
import Share2 from 'lucide-react/icons/share-2'
import type { MouseEvent } from 'react'
import { counted, figureText } from '#web/lib/format/count-text.ts'
import { LikeButton } from '#web/features/posts/card/like-button.tsx'
import { commentField } from '#web/entities/posts/post-link.ts'
import type { Deed } from '#web/entities/posts/post-link.ts'
import { usePostDialog } from '#web/features/posts/dialogs/use-post-dialog.tsx'
import { routes } from '#web/lib/navigation/route-names.ts'
import { useSession } from '#web/lib/session/session.ts'
import classes from './post-actions.module.css'

const icon = { size: 21, strokeWidth: 1.9, 'aria-hidden': 'true' } as const
const deeds = { comment: 'comment', share: 'share' } as const satisfies Partial<Record<Deed, Deed>>

/** Like, comment, share. Visitors may look at all three, and are asked in at the first two. */
export function PostActions({ post }: { post: Post }) {
  const isVisitor = useSession() === null
  const { dialog, open } = usePostDialog(post)
  return (
    <div className={classes.actions}>
      <LikeButton post={post} onAskIn={isVisitor ? () => void open('like-prompt') : null} />
      <CommentButton post={post} onAskIn={isVisitor ? () => void open('comment-prompt') : null} />
      <button
        type="button"
        className={[classes.action, classes.last].join(' ')}
        data-deed={deeds.share}
        aria-haspopup="dialog"
        onClick={() => void open('share')}
      >
        <Share2 {...icon} size={20} />
        Share
      </button>
      {dialog}
    </div>
  )
}

type CommentButtonProps = { post: Post; onAskIn: (() => void) | null }

function CommentButton({ post, onAskIn }: CommentButtonProps) {
  const looks = {
    className: classes.action,
    'data-deed': deeds.comment,
    'aria-label': `Comment, ${counted(post.commentCount, 'comment')}`,
  }
  const face = (
    <>
      <MessageCircle {...icon} />
      <span aria-hidden="true">{figureText(post.commentCount)}</span>
    </>
  )
  if (onAskIn !== null)
    return (
      <button type="button" {...looks} onClick={onAskIn}>
        {face}
      </button>
    )
  return (
    <Link
      to={routes.Post}
      params={{ id: String(post.id) }}
      hash={commentField}
      // The field for the comment takes the focus itself.
      state={{ keepsFocus: true }}
      {...looks}
      onClick={toFieldOnThisPage}
    >
      {face}
    </Link>
  )
}

/** On the post's own page the field is there already. */
function toFieldOnThisPage(event: MouseEvent): void {
  const field = document.getElementById(commentField)
  if (field === null || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  field.focus()
}
