import { systemId, type Message } from '@rootsquare/contract/messages'
import { useQueryClient } from '@tanstack/react-query'
import Bot from 'lucide-react/icons/bot'
import Check from 'lucide-react/icons/check'
import CheckCheck from 'lucide-react/icons/check-check'
import ClockIcon from 'lucide-react/icons/clock'
import Mic from 'lucide-react/icons/mic'
import Undo2 from 'lucide-react/icons/undo-2'
import type { ReactNode } from 'react'
import { ItemCard } from '#web/features/messages/message-item.tsx'
import { MessageMedia, type OpenPictures } from '#web/features/messages/conversation/message-media.tsx'
import { OfferCard } from '#web/features/messages/conversation/offer-card.tsx'
import { MessageMenu, useMenuOnLongPress } from '#web/features/messages/conversation/message-menu.tsx'
import {
  discardMessage,
  messageItemIn,
  messageMediaIn,
  retryMessages,
} from '#web/features/messages/outbox/message-outbox.ts'
import type { ConversationId } from '#web/features/messages/outbox/message-outbox.ts'
import { waitingNoteIn } from '#web/features/messages/outbox/voice-note-upload.ts'
import { lengthText } from '#web/features/messages/voice/length-text.ts'
import { focusConversation } from '#web/features/messages/conversation-focus.ts'
import { clockText } from '#web/lib/format/clock-text.ts'
import { momentText } from '#web/lib/format/time.ts'
import type { OutboxEntry } from '#web/lib/storage/outbox.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { clearSnackbars } from '#web/ui/feedback/snackbar-queue.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import { LinkedText } from '#web/ui/layout/linked-text.tsx'
import classes from './message-row.module.css'

type MessageRowProps = {
  message: Message
  isOwn: boolean
  /** The name of the writer, for screen readers. */
  writer: string
  /** The heading above the first message of a day. */
  day: string | null
  isFirstNew: boolean
  /** Whether it directly follows another message of the same writer. */
  isNext: boolean
  /** Whether it is the last message with a menu. */
  isLast: boolean
  onOpenPictures: OpenPictures
}

export function MessageRow(props: MessageRowProps) {
  const { message, isOwn, day, isFirstNew, isNext } = props
  const isUnread = !isOwn && !message.read
  return (
    <li
      className={`align-top ${classes.row} display-flex column margin-top-s`}
      data-next={isNext || undefined}
      data-unread={isUnread ? message.chatId : undefined}
    >
      {day !== null && <p className={`flex-row gap-s text-xs muted ${classes.day}`}>{day}</p>}
      {isFirstNew && (
        <p className={`flex-row gap-s text-xs ${classes.new}`} data-new>
          New messages
        </p>
      )}
      {message.senderId === systemId ? <Automated message={message} /> : <Line {...props} />}
    </li>
  )
}

function Line({ message, isOwn, writer, isLast, onOpenPictures }: MessageRowProps) {
  const longPress = useMenuOnLongPress()
  return (
    <div
      className={`flex-row positioned ${classes.line}`}
      data-chat={message.chatId}
      data-own={isOwn || undefined}
      {...longPress}
    >
      <Bubble isOwn={isOwn}>
        <span className="sr-only">{writer}: </span>
        {message.deleted && <TakenBack />}
        {message.offer && <OfferCard offer={message.offer} message={message} isOwn={isOwn} />}
        {message.item && !message.offer && <ItemCard item={message.item} />}
        <MessageMedia media={message.media} onOpen={onOpenPictures} />
        {message.message !== '' && !message.offer && <MessageText text={message.message} />}
        <p className={`flex-row amount ${classes.foot} justify-end gap-2xs faint text-xs`}>
          <Clock iso={message.createdDate} />
          {isOwn && !message.deleted && <Tick isRead={message.read} />}
        </p>
      </Bubble>
      {!message.deleted && <MessageMenu message={message} isOwn={isOwn} isLast={isLast} />}
    </div>
  )
}

function TakenBack() {
  return (
    <p className={`flex-row gap-xs muted ${classes.takenBack}`}>
      <Icon of={Undo2} size="s" />
      Message taken back
    </p>
  )
}

type BubbleProps = { isOwn: boolean; hasFailed?: boolean; children: ReactNode }

function Bubble({ isOwn, hasFailed = false, children }: BubbleProps) {
  return (
    <div
      className={`${classes.bubble} shrinkable pad-xs-s on-tint`}
      data-own={isOwn || undefined}
      data-failed={hasFailed || undefined}
    >
      {children}
    </div>
  )
}

function MessageText({ text }: { text: string }) {
  return (
    <p className="breakable as-written" dir="auto">
      <LinkedText text={text} />
    </p>
  )
}

function Automated({ message }: { message: Message }) {
  return (
    <div className={`${classes.automated} soft-gold pad-s-m-xs radius-m`} data-chat={message.chatId}>
      <p className={`flex-row text-xs strong ${classes.tag}`}>
        <Icon of={Bot} />
        Automated Message
      </p>
      <MessageText text={message.message} />
      <p className={`flex-row amount ${classes.foot} justify-end gap-2xs faint text-xs`}>
        <Clock iso={message.createdDate} />
      </p>
    </div>
  )
}

function Clock({ iso }: { iso: string }) {
  const moment = momentText(iso)
  return (
    <time dateTime={iso} title={moment}>
      <span aria-hidden="true">{clockText(iso)}</span>
      <span className="sr-only">{moment}</span>
    </time>
  )
}

/** Shows one tick for sent and two for read, so that colour is not the only difference. */
function Tick({ isRead }: { isRead: boolean }) {
  const icon = isRead ? CheckCheck : Check
  return (
    <span className={`${classes.tick} display-inline-flex`} data-read={isRead || undefined}>
      <Icon of={icon} size="s" />
      <span className="sr-only">{isRead ? 'Read' : 'Sent'}</span>
    </span>
  )
}

/** A recording that is not uploaded yet. */
function WaitingNote({ seconds }: { seconds: number }) {
  return (
    <p className="flex-row gap-2xs">
      <Icon of={Mic} size="s" />
      <span className="sr-only">Voice note of </span>
      {lengthText(seconds)}
    </p>
  )
}

type OutgoingRowProps = { entry: OutboxEntry; conversationId: ConversationId; onOpenPictures: OpenPictures }

/** Shows a message that is being sent, or one that failed and can be sent again. */
export function OutgoingRow({ entry, conversationId, onOpenPictures }: OutgoingRowProps) {
  const queryClient = useQueryClient()
  const { id, text, error } = entry
  const item = messageItemIn(entry.item)
  const note = waitingNoteIn(entry)

  // The buttons will be removed, so the focus has to move first.
  function retry(): void {
    clearSnackbars()
    focusConversation()
    retryMessages(queryClient, conversationId)
  }

  function discard(): void {
    focusConversation()
    discardMessage(queryClient, conversationId, id)
  }

  return (
    <li className={`align-top ${classes.row} display-flex column margin-top-s`}>
      <Bubble isOwn hasFailed={error !== null}>
        <span className="sr-only">You: </span>
        {item && <ItemCard item={item} />}
        {note && <WaitingNote seconds={note.seconds} />}
        <MessageMedia media={messageMediaIn(entry.media)} onOpen={onOpenPictures} />
        {text !== '' && <MessageText text={text} />}
        {error === null && (
          <p className={`flex-row ${classes.foot} justify-end gap-2xs faint text-xs`}>
            <Icon of={ClockIcon} size="s" />
            <span className="sr-only">Sending…</span>
          </p>
        )}
      </Bubble>
      {error === null && note && (
        <div className={`flex-row ${classes.foot} justify-end`}>
          <Button variant="outline" aria-label="Cancel the voice note" onClick={discard}>
            Cancel
          </Button>
        </div>
      )}
      {error !== null && (
        <div
          className={`flex-row wrap breakable ${classes.error} justify-end gap-2xs-xs margin-top-2xs text-s`}
        >
          <p>{error}</p>
          <Button variant="outline" onClick={retry}>
            Retry
          </Button>
          <Button variant="outline" onClick={discard}>
            Delete
          </Button>
        </div>
      )}
    </li>
  )
}
