import { useQueryClient } from '@tanstack/react-query'
import Clock from 'lucide-react/icons/clock'
import { ItemCard } from '#web/features/messages/thread/message-item.tsx'
import { Bubble, MessageText } from '#web/features/messages/thread/message-row.tsx'
import { discardMessage, messageItemIn, retryMessages } from '#web/features/messages/outbox/outbox.ts'
import type { ThreadId } from '#web/features/messages/outbox/outbox.ts'
import { focusThread } from '#web/features/messages/thread/thread-focus.ts'
import type { OutboxEntry } from '#web/lib/storage/outbox.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { clearSnackbars } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './message-row.module.css'

/** A message that is being sent, or one that failed and can be sent again. */
export function OutgoingRow({ entry, threadId }: { entry: OutboxEntry; threadId: ThreadId }) {
  const queryClient = useQueryClient()
  const { id, text, error } = entry
  const item = messageItemIn(entry.item)

  // The buttons go, so the focus has to move first.
  function retry(): void {
    clearSnackbars()
    focusThread()
    retryMessages(queryClient, threadId)
  }

  function discard(): void {
    focusThread()
    discardMessage(queryClient, threadId, id)
  }

  return (
    <li className={classes.row}>
      <Bubble isOwn hasFailed={error !== null}>
        <span className="sr-only">You: </span>
        {item && <ItemCard item={item} />}
        <MessageText text={text} />
        {error === null && (
          <p className={classes.foot}>
            <Clock size={14} strokeWidth={2.2} aria-hidden="true" />
            <span className="sr-only">Sending…</span>
          </p>
        )}
      </Bubble>
      {error !== null && (
        <div className={classes.error}>
          <p>{error}</p>
          <Button variant="outline" onClick={retry}>
            Retry
          </Button>
          <Button look="outline" onClick={discard}>
            Delete
          </Button>
        </div>
      )}
    </li>
  )
}
