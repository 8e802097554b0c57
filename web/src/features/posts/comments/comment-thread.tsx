import type { Comment } from '@rootsquare/contract/posts'
import { useId, useRef, useState } from 'react'
import { CommentRow } from '#web/features/posts/comments/comment-row.tsx'
import { PendingCommentRow, type Writer } from '#web/features/posts/comments/pending-comment-row.tsx'
import { useLoadUntil } from '#web/features/posts/comments/use-linked-comment.ts'
import { splitOwnComments, useThread, type LoadedThread } from '#web/features/posts/comments/use-thread.ts'
import { oldestFirst } from '#web/features/posts/comments/comment-cache.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import type { Outbox, OutboxEntry } from '#web/lib/storage/outbox.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './comments.module.css'

/** Values that all comments under a post share. */
type CommentsContext = {
  postId: number
  outbox: Outbox
  writer: Writer
  onReply: (comment: Comment) => void
  /** The comment that the address leads to, and its thread. */
  linkedId: number | null
  linkedThreadId: number | null
}
type CommentThreadProps = { comment: Comment; context: CommentsContext; pending: OutboxEntry[] }

const failedText = 'Failed to load replies'
const replyListClass = 'stack gap-s plain-list gone-if-empty'

/** Shows a top comment, with its replies behind a button. Replies written here are shown at once. */
export function CommentThread({ comment, context, pending }: CommentThreadProps) {
  const repliesId = useId()
  const { postId, outbox, writer, onReply, linkedId, linkedThreadId } = context
  const isLinkedThread = linkedThreadId === comment.id
  const [isUnfolded, setUnfolded] = useState<boolean | null>(null)
  const isOpen = isUnfolded ?? isLinkedThread
  const list = useRef<HTMLOListElement>(null)
  const replies = useThread({ postId, parentId: comment.id }, { list, isEnabled: isOpen })
  useLoadUntil(replies, isLinkedThread && isOpen ? linkedId : null)
  useErrorSnackbar(replies.hasFailed ? failedText : null, replies.query.errorUpdateCount)
  const own = splitOwnComments(replies)
  const shown = oldestFirst([...(isOpen ? replies.loaded : []), ...own.inList])
  // Own replies that were loaded and then folded again count as hidden too.
  const foldedCount = comment.replyCount - replies.own.length
  const row = (one: Comment) => (
    <CommentRow comment={one} postId={postId} onReply={onReply} isLinked={one.id === linkedId} />
  )
  return (
    <li data-thread={comment.id}>
      {row(comment)}
      <div className={`stack gap-s gone-if-empty ${classes.replies}`}>
        {foldedCount > 0 && (
          <button
            type="button"
            className={`plain-control text-xs strong hover-mark full-radius ${classes.fold} pad-x-s color-primary`}
            aria-expanded={isOpen}
            data-fold
            aria-controls={repliesId}
            onClick={() => setUnfolded(!isOpen)}
          >
            {isOpen ? 'Hide replies' : `View ${quantityText(foldedCount, 'reply', 'replies')}`}
          </button>
        )}
        {isOpen && <RepliesStatus replies={replies} />}
        <ol id={repliesId} ref={list} className={replyListClass}>
          <ListRows of={shown} rowKey={({ id }) => id}>
            {(one) => <li>{row(one)}</li>}
          </ListRows>
        </ol>
        {isOpen && replies.hasNextPage && !replies.hasFailed && (
          <div>
            <Button variant="outline" isBusy={replies.query.isFetchingNextPage} onClick={replies.loadMore}>
              Show more replies
            </Button>
          </div>
        )}
        {own.after.length + pending.length > 0 && (
          <ol className={replyListClass}>
            <ListRows of={own.after} rowKey={({ id }) => id}>
              {(one) => <li>{row(one)}</li>}
            </ListRows>
            <ListRows of={pending} rowKey={({ id }) => id}>
              {(one) => <PendingCommentRow entry={one} outbox={outbox} writer={writer} />}
            </ListRows>
          </ol>
        )}
      </div>
    </li>
  )
}

function RepliesStatus({ replies }: { replies: LoadedThread }) {
  if (replies.query.isPending) return <p className="text-xs muted">Loading replies…</p>
  if (!replies.hasFailed) return null
  return (
    <div className={`flex-row wrap text-s ${classes.error} gap-2xs-xs margin-top-2xs`}>
      <p>{failedText}</p>
      <Button
        variant="outline"
        isBusy={replies.isFetching}
        onClick={() => void (replies.pageCount === 0 ? replies.query.refetch() : replies.loadMore())}
      >
        Retry
      </Button>
    </div>
  )
}
