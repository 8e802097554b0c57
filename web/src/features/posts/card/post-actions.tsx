import type { Post } from '@rootsquare/contract/posts'
import { Link } from '@tanstack/react-router'
import MessageCircle from 'lucide-react/icons/message-circle'
import Share2 from 'lucide-react/icons/share-2'
import type { MouseEvent } from 'react'
import { quantityText, numberText } from '#web/lib/format/count-text.ts'
import { LikeButton } from '#web/features/posts/card/like-button.tsx'
import { commentField } from '#web/entities/posts/post-link.ts'
import type { PostAction } from '#web/entities/posts/post-link.ts'
import { usePostDialog } from '#web/features/posts/dialogs/use-post-dialog.tsx'
import { routes } from '#web/lib/navigation/route-names.ts'
import { useSession } from '#web/lib/session/session.ts'
import classes from './post-actions.module.css'

const icon = { size: 21, strokeWidth: 1.9, 'aria-hidden': 'true' } as const
const [comment, share]: PostAction[] = ['comment', 'share']

/** Visitors may share, and are invited to sign in where they would like or comment. */
export function PostActions({ post }: { post: Post }) {
  const isVisitor = useSession() === null
  const { dialog, open } = usePostDialog(post)
  return (
    <div className={classes.actions}>
      <LikeButton post={post} onVisitor={isVisitor ? () => void open('like-prompt') : null} />
      <CommentButton post={post} onVisitor={isVisitor ? () => void open('comment-prompt') : null} />
      <button
        type="button"
        className={[classes.action, classes.last].join(' ')}
        data-post-action={share}
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

type CommentButtonProps = { post: Post; onVisitor: (() => void) | null }

function CommentButton({ post, onVisitor }: CommentButtonProps) {
  const attributes = {
    className: classes.action,
    'data-post-action': comment,
    'aria-label': `Comment, ${quantityText(post.commentCount, 'comment')}`,
  }
  const content = (
    <>
      <MessageCircle {...icon} />
      <span aria-hidden="true">{numberText(post.commentCount)}</span>
    </>
  )
  if (onVisitor !== null)
    return (
      <button type="button" {...attributes} onClick={onVisitor}>
        {content}
      </button>
    )
  return (
    <Link
      to={routes.Post}
      params={{ id: String(post.id) }}
      hash={commentField}
      // The field for the comment takes the focus itself.
      state={{ keepsFocus: true }}
      {...attributes}
      onClick={focusFieldOnThisPage}
    >
      {content}
    </Link>
  )
}

/** On the post's own page the field is there already. */
function focusFieldOnThisPage(event: MouseEvent): void {
  const field = document.getElementById(commentField)
  if (field === null || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  field.focus()
}
