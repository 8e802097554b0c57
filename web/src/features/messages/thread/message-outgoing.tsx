import { useQueryClient } from '@tanstack/react-query'
import Clock from 'lucide-react/icons/clock'
import { ItemCard } from '#web/features/messages/thread/message-item.tsx'
import { Bubble, MessageText } from '#web/features/messages/thread/message-row.tsx'
import type { ThreadId, Outgoing } from '#web/features/messages/outbox/outbox-storage.ts'
import { deleteOutgoing, retryOutgoing } from '#web/features/messages/outbox/outbox.ts'
import { focusThread } from '#web/features/messages/thread/thread-focus.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { clearSnackbars } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './message-row.module.css'

/** A message that is being sent, or one that failed and can be sent again. */
export function OutgoingRow({ outgoing, threadId }: { outgoing: Outgoing; threadId: ThreadId }) {
  const queryClient = useQueryClient()
  const { key, text, item, error } = outgoing

  // The buttons go, so the focus has to move first.
  function retry(): void {
    clearSnackbars()
    focusThread()
    retryOutgoing(queryClient, threadId)
  }

  function giveUp(): void {
    focusThread()
    deleteOutgoing(queryClient, threadId, key)
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
          <Button variant="outline" onClick={giveUp}>
            Delete
          </Button>
        </div>
      )}
    </li>
  )
}
