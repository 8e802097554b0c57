import type { Post } from '@rootsquare/contract/posts'
import { Link } from '@tanstack/react-router'
import Bookmark from 'lucide-react/icons/bookmark'
import Heart from 'lucide-react/icons/heart'
import MessageCircle from 'lucide-react/icons/message-circle'
import Share2 from 'lucide-react/icons/share-2'
import { useState, type MouseEvent } from 'react'
import { quantityText, numberText } from '#web/lib/format/count-text.ts'
import { useBookmark, usePostLike } from '#web/features/posts/card/use-post-switches.ts'
import { commentFieldId, type PostAction } from '#web/entities/posts/post-link.ts'
import { usePostDialog } from '#web/features/posts/dialogs/use-post-dialog.tsx'
import { routes } from '#web/lib/navigation/route-names.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './post-card.module.css'

const [like, comment, share]: PostAction[] = ['like', 'comment', 'share']
const actionClass = `plain-control amount hover-mark touch semibold full-radius ${classes.action}`

/** Renders the buttons below a post. Visitors may share, and are invited to sign in if they like or comment. */
export function PostActions({ post }: { post: Post }) {
  const isVisitor = useSession() === null
  const { dialog, open } = usePostDialog(post)
  return (
    <div className={`flex-row ${classes.actions} gap-3xs pad-xs-s`}>
      <LikeButton post={post} onVisitor={isVisitor ? () => void open('like-prompt') : null} />
      <CommentButton post={post} onVisitor={isVisitor ? () => void open('comment-prompt') : null} />
      <button
        type="button"
        className={actionClass}
        data-post-action={share}
        aria-haspopup="dialog"
        onClick={() => void open('share')}
      >
        <Icon of={Share2} />
        Share
      </button>
      {!isVisitor && <SaveButton post={post} />}
      {dialog}
    </div>
  )
}

/** `onVisitor` is set for visitors and invites them to sign in instead. */
type ActionProps = { post: Post; onVisitor: (() => void) | null }

function LikeButton({ post, onVisitor }: ActionProps) {
  const { isLiked, likes, change } = usePostLike(post)
  const [isPopping, setPopping] = useState(false)

  function tap(): void {
    if (onVisitor !== null) return onVisitor()
    setPopping(!isLiked)
    change(!isLiked)
  }

  return (
    <button
      type="button"
      className={actionClass}
      data-post-action={like}
      data-popping={isPopping || undefined}
      aria-pressed={isLiked}
      aria-label={`Like, ${quantityText(likes, 'like')}`}
      onAnimationEnd={() => setPopping(false)}
      onClick={tap}
    >
      <Icon of={Heart} />
      <span aria-hidden="true">{numberText(likes)}</span>
    </button>
  )
}

function SaveButton({ post }: { post: Post }) {
  const { value: isSaved, change } = useBookmark(post)
  const name = isSaved ? 'Saved' : 'Save'
  return (
    <button
      type="button"
      className={[actionClass, classes.save].join(' ')}
      aria-label={`${name} post`}
      aria-pressed={isSaved}
      title={name}
      onClick={() => change(!isSaved)}
    >
      <Icon of={Bookmark} />
      <span className={classes.saveText}>{name}</span>
    </button>
  )
}

function CommentButton({ post, onVisitor }: ActionProps) {
  const attributes = {
    className: actionClass,
    'data-post-action': comment,
    'aria-label': `Comment, ${quantityText(post.commentCount, 'comment')}`,
  }
  const content = (
    <>
      <Icon of={MessageCircle} />
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
      hash={commentFieldId}
      // The comment field takes the focus itself.
      state={{ keepsFocus: true }}
      {...attributes}
      onClick={focusFieldOnThisPage}
    >
      {content}
    </Link>
  )
}

/** Focuses the comment field without navigation, because the post's own page already has it. */
function focusFieldOnThisPage(event: MouseEvent): void {
  const field = document.getElementById(commentFieldId)
  if (field === null || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  field.focus()
}
