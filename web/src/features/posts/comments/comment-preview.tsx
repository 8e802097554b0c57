import type { Comment, Post } from '@rootsquare/contract/posts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import type { MouseEvent } from 'react'
import { deletedOf, firstCommentOf } from '#web/features/posts/comments/comments-api.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import { nameOf } from '#web/lib/format/names.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { LinkedText } from '#web/ui/layout/linked-text.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './comment-preview.module.css'

const failedText = 'Error fetching comments for timeline'

/** The first comment under a post of a feed, and the way to the others. */
export function CommentPreview({ post }: { post: Post }) {
  const [first = null] = post.comments
  const { data: deleted = [] } = useQuery(deletedOf(post.id))
  if (post.commentCount === 0) return null
  // Where none was deleted here, all comments are by blocked members, which the server does not send.
  if (first !== null || deleted.length === 0) return <Preview post={post} comment={first} />
  return <FetchedPreview post={post} />
}

/** Where the comment that came with the post was deleted. */
function FetchedPreview({ post }: { post: Post }) {
  const first = useQuery(firstCommentOf(post.id))
  const { errorUpdateCount } = first
  useEffect(() => {
    if (errorUpdateCount > 0) showSnackbar('error', failedText)
  }, [errorUpdateCount])

  /** The button disappears while the comment loads, so the focus moves to the post. */
  function retry(event: MouseEvent): void {
    event.currentTarget.closest('article')?.focus({ preventScroll: true })
    void first.refetch()
  }

  if (first.isPending) return <PreviewSkeleton />
  if (first.isError)
    return (
      <div className={classes.preview}>
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
    <div className={classes.preview}>
      {comment !== null && (
        <Avatar name={nameOf(comment)} image={comment.profileImage} size={30} className={classes.avatar} />
      )}
      <div className={classes.bubble}>
        {comment !== null && (
          <p className={classes.text} dir="auto">
            <Link to="/u/$username" params={{ username: comment.userName }} className={classes.name}>
              {comment.userName}
            </Link>
            <LinkedText text={comment.comments} />
          </p>
        )}
        <p className={classes.more}>
          <span id={countId}>{quantityText(post.commentCount, 'comment')}</span>
          <Link to={routes.Post} params={{ id: String(post.id) }} className="link" aria-describedby={countId}>
            See all
          </Link>
        </p>
      </div>
    </div>
  )
}

function PreviewSkeleton() {
  return (
    <div className={classes.preview} aria-hidden="true">
      <span className={classes.ghostAvatar} />
      <span className={classes.ghost} />
    </div>
  )
}
