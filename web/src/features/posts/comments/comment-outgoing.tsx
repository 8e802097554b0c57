import { useQueryClient } from '@tanstack/react-query'
import { discard, sendComment } from '#web/features/posts/comments/comment-outbox.ts'
import type { Desk, Outgoing } from '#web/features/posts/comments/comment-outbox.ts'
import { commentField } from '#web/entities/posts/post-link.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { clearSnackbars } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './comments.module.css'

/** Whoever writes. */
export type Writer = { id: number; name: string; image: string | null }
type OutgoingRowProps = { outgoing: Outgoing; desk: Desk; writer: Writer }

/** A comment on its way, or one that did not arrive and can be sent again. */
export function OutgoingRow({ outgoing, desk, writer }: OutgoingRowProps) {
  const queryClient = useQueryClient()
  const { key, text, trouble } = outgoing

  function retry(): void {
    clearSnackbars()
    toField()
    void sendComment(queryClient, desk, outgoing)
  }

  function giveUp(): void {
    toField()
    discard(queryClient, desk, key)
  }

  return (
    <li
      className={classes.row}
      data-pending={trouble === null || undefined}
      data-failed={trouble !== null || undefined}
    >
      <Avatar name={writer.name} image={writer.image} size={36} className={classes.avatar} />
      <div className={classes.main}>
        <div className={classes.bubble}>
          <div className={classes.words}>
            <p className={classes.head}>
              <bdi className={classes.name}>{writer.name}</bdi>
              <span>{trouble === null ? 'Sending…' : 'Not sent'}</span>
            </p>
            <p className={classes.text} dir="auto">
              {text}
            </p>
          </div>
        </div>
        {trouble !== null && (
          <div className={classes.trouble}>
            <p>{trouble}</p>
            <Button look="outline" onClick={retry}>
              Retry
            </Button>
            <Button look="outline" onClick={giveUp}>
              Discard
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}

/** The buttons go, and the focus must not go with them. */
function toField(): void {
  document.getElementById(commentField)?.focus({ preventScroll: true })
}
