import type { Comment, Post } from '@rootsquare/contract/posts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, type MouseEvent } from 'react'
import { deletedIdsOf, firstCommentOf } from '#web/features/posts/comments/first-comment.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import { nameOf } from '#web/lib/format/names.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { commentsHash } from '#web/entities/posts/post-link.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { LinkedText } from '#web/ui/layout/linked-text.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './comment-preview.module.css'

const failedText = 'Error fetching comments for timeline'
const previewClass = `flex-row gap-s align-top ${classes.preview}`

/** Shows the first comment under a post of a feed, and a link to the others. */
export function CommentPreview({ post }: { post: Post }) {
  const [first = null] = post.comments
  const { data: deleted = [] } = useQuery(deletedIdsOf(post.id))
  if (post.commentCount === 0) return null
  // If none was deleted here, all comments are by blocked members, and the server does not send them.
  if (first !== null || deleted.length === 0) return <Preview post={post} comment={first} />
  return <FetchedPreview post={post} />
}

/** Fetches the next first comment after the one that came with the post was deleted. */
function FetchedPreview({ post }: { post: Post }) {
  const first = useQuery(firstCommentOf(post.id))
  useErrorSnackbar(first.isError ? failedText : null, first.errorUpdateCount)

  /** Moves the focus to the post, because the button disappears while the comment loads. */
  function retry(event: MouseEvent): void {
    event.currentTarget.closest('article')?.focus({ preventScroll: true })
    void first.refetch()
  }

  if (first.isPending) return <PreviewSkeleton />
  if (first.isError)
    return (
      <div className={previewClass}>
        <p className={classes.error}>{failedText}</p>
        <Button variant="outline" onClick={retry}>
          Retry
        </Button>
      </div>
    )
  return <Preview post={post} comment={first.data} />
}

function Preview({ post, comment }: { post: Post; comment: Comment | null }) {
  const countId = useId()
  return (
    <div className={previewClass}>
      {comment !== null && <Avatar name={nameOf(comment)} image={comment.profileImage} size={30} />}
      <div className={`grow ${classes.bubble} pad-xs-s on-tint`}>
        {comment !== null && (
          <p className={`breakable as-written clamped ${classes.text}`} dir="auto">
            <Link
              to="/u/$username"
              params={{ username: comment.userName }}
              className={`text-link ink ${classes.name}`}
            >
              {comment.userName}
            </Link>
            <LinkedText text={comment.comments} mentions={comment.mentions} />
          </p>
        )}
        <p className="flex-row gap-s muted text-s">
          <span id={countId}>{quantityText(post.commentCount, 'comment')}</span>
          <Link
            to={routes.Post}
            params={{ id: String(post.id) }}
            hash={commentsHash}
            // The heading of the comments takes the focus itself.
            state={{ keepsFocus: true }}
            className="text-link"
            aria-describedby={countId}
          >
            See all
          </Link>
        </p>
      </div>
    </div>
  )
}

function PreviewSkeleton() {
  return (
    <div className={previewClass} aria-hidden="true">
      <span className={`rigid ghost-box ${classes.ghostAvatar}`} />
      <span className={`grow ghost-box ${classes.ghost}`} />
    </div>
  )
}
