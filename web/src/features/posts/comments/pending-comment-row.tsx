import { useQueryClient } from '@tanstack/react-query'
import { useAddComment } from '#web/features/posts/comments/comments-api.ts'
import { commentField } from '#web/entities/posts/post-link.ts'
import { discardEntry } from '#web/lib/storage/outbox.ts'
import type { Outbox, OutboxEntry } from '#web/lib/storage/outbox.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { clearSnackbars } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './comments.module.css'

export type Writer = { id: number; name: string; image: string | null }
type PendingCommentRowProps = { entry: OutboxEntry; outbox: Outbox; writer: Writer }

/** A comment that is being sent, or one that did not arrive and can be sent again. */
export function PendingCommentRow({ entry, outbox, writer }: PendingCommentRowProps) {
  const queryClient = useQueryClient()
  const addComment = useAddComment(outbox)
  const { id, text, error } = entry

  function retry(): void {
    clearSnackbars()
    focusField()
    void addComment(entry)
  }

  function discard(): void {
    focusField()
    discardEntry(queryClient, outbox, id)
  }

  return (
    <li
      className={classes.row}
      data-pending={error === null || undefined}
      data-failed={error !== null || undefined}
    >
      <Avatar name={writer.name} image={writer.image} size={36} className={classes.avatar} />
      <div className={classes.main}>
        <div className={classes.bubble}>
          <div className={classes.content}>
            <p className={classes.head}>
              <bdi className={classes.name}>{writer.name}</bdi>
              <span>{error === null ? 'Sending…' : 'Not sent'}</span>
            </p>
            <p className={classes.text} dir="auto">
              {text}
            </p>
          </div>
        </div>
        {error !== null && (
          <div className={classes.error}>
            <p>{error}</p>
            <Button variant="outline" onClick={retry}>
              Retry
            </Button>
            <Button variant="outline" onClick={discard}>
              Discard
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}

/** The button that had the focus disappears. */
function focusField(): void {
  document.getElementById(commentField)?.focus({ preventScroll: true })
}
