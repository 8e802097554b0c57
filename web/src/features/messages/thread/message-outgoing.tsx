import { useQueryClient } from '@tanstack/react-query'
import Clock from 'lucide-react/icons/clock'
import { ItemCard } from '#web/features/messages/thread/message-item.tsx'
import { Bubble, Words } from '#web/features/messages/thread/message-row.tsx'
import type { Desk, Outgoing } from '#web/features/messages/outbox/outbox-storage.ts'
import { discard, sendAgain } from '#web/features/messages/outbox/outbox.ts'
import { focusThread } from '#web/features/messages/thread/thread-focus.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { clearSnackbars } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './message-row.module.css'

/** A message on its way, or one that did not arrive and can be sent again. */
export function OutgoingRow({ outgoing, desk }: { outgoing: Outgoing; desk: Desk }) {
  const queryClient = useQueryClient()
  const { key, text, item, trouble } = outgoing

  // The buttons go, and the focus must not go with them.
  function retry(): void {
    clearSnackbars()
    focusThread()
    sendAgain(queryClient, desk)
  }

  function giveUp(): void {
    focusThread()
    discard(queryClient, desk, key)
  }

  return (
    <li className={classes.row}>
      <Bubble isOwn hasFailed={trouble !== null}>
        <span className="sr-only">You: </span>
        {item && <ItemCard item={item} />}
        <Words text={text} />
        {trouble === null && (
          <p className={classes.foot}>
            <Clock size={14} strokeWidth={2.2} aria-hidden="true" />
            <span className="sr-only">Sending…</span>
          </p>
        )}
      </Bubble>
      {trouble !== null && (
        <div className={classes.trouble}>
          <p>{trouble}</p>
          <Button look="outline" onClick={retry}>
            Retry
          </Button>
          <Button look="outline" onClick={giveUp}>
            Delete
          </Button>
        </div>
      )}
    </li>
  )
}
