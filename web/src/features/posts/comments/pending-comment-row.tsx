import ClockIcon from 'lucide-react/icons/clock'
import { useAddComment } from '#web/features/posts/comments/add-comment.ts'
import { Bubble, nameClass, rowClass } from '#web/features/posts/comments/bubble.tsx'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { commentFieldId } from '#web/entities/posts/post-link.ts'
import { removeEntry, type Outbox, type OutboxEntry } from '#web/lib/storage/outbox.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { clearSnackbars } from '#web/ui/feedback/snackbar-queue.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './comments.module.css'

export type Writer = { id: number; name: string; image: string | null }
type PendingCommentRowProps = { entry: OutboxEntry; outbox: Outbox; writer: Writer }

/** Shows a comment that is being sent, or one that did not arrive and can be sent again. */
export function PendingCommentRow({ entry, outbox, writer }: PendingCommentRowProps) {
  const addComment = useAddComment(outbox)
  const { id, text, error } = entry
  // The focus moves because its button disappears.
  const focusField = () => document.getElementById(commentFieldId)?.focus({ preventScroll: true })

  function retry(): void {
    clearSnackbars()
    focusField()
    addComment(entry)
  }

  function discard(): void {
    focusField()
    removeEntry(outbox, id)
  }

  const head = (
    <>
      <bdi className={nameClass}>{writer.name}</bdi>
      {error === null ? (
        <>
          <Icon of={ClockIcon} size="s" />
          <span className="sr-only">Sending…</span>
        </>
      ) : (
        <span>Not sent</span>
      )}
    </>
  )
  return (
    <li
      className={rowClass}
      data-entry={id}
      data-pending={error === null || undefined}
      data-failed={error !== null || undefined}
    >
      <Avatar name={writer.name} image={writer.image} size={36} />
      <div className="grow">
        <Bubble head={head} text={text} />
        {error !== null && (
          <div className={`flex-row wrap text-s breakable ${classes.error} gap-2xs-xs margin-top-2xs`}>
            <p>{error}</p>
            <div className="flex-row gap-xs">
              <Button variant="outline" onClick={retry}>
                Retry
              </Button>
              <Button variant="outline" onClick={discard}>
                Discard
              </Button>
            </div>
          </div>
        )}
      </div>
    </li>
  )
}
