import type { Message } from '@rootsquare/contract/messages'
import { systemId } from '@rootsquare/contract/messages'
import Bot from 'lucide-react/icons/bot'
import Check from 'lucide-react/icons/check'
import CheckCheck from 'lucide-react/icons/check-check'
import type { ReactNode } from 'react'
import { ItemCard } from '#web/features/messages/thread/message-item.tsx'
import { MessageMenu } from '#web/features/messages/thread/message-menu.tsx'
import { clockText } from '#web/features/messages/thread/thread-time.ts'
import { momentText } from '#web/lib/format/time.ts'
import { LinkedText } from '#web/ui/layout/linked-text.tsx'
import classes from './message-row.module.css'

type MessageRowProps = {
  message: Message
  isOwn: boolean
  /** Who wrote it, for screen readers. */
  writer: string
  /** Shown above the first message of a day. */
  day: string | null
  isFirstNew: boolean
  /** Right after another of the same writer. */
  isNext: boolean
  /** Of the other side. */
  isLast: boolean
}

export function MessageRow({ message, isOwn, writer, day, isFirstNew, isNext, isLast }: MessageRowProps) {
  const isUnread = !isOwn && !message.read
  return (
    <li
      className={classes.row}
      data-chat={message.chatId}
      data-next={isNext || undefined}
      data-unread={isUnread ? message.chatId : undefined}
    >
      {day !== null && <p className={classes.day}>{day}</p>}
      {isFirstNew && (
        <p className={classes.new} data-new>
          New messages
        </p>
      )}
      {message.senderId === systemId ? (
        <Automated message={message} />
      ) : (
        <div className={classes.line} data-own={isOwn || undefined}>
          <Bubble isOwn={isOwn}>
            <span className="sr-only">{writer}: </span>
            {message.item && <ItemCard item={message.item} />}
            <MessageText text={message.message} />
            <p className={classes.foot}>
              <Clock iso={message.createdDate} />
              {isOwn && <Tick isRead={message.read} />}
            </p>
          </Bubble>
          {!isOwn && <MessageMenu message={message} isLast={isLast} />}
        </div>
      )}
    </li>
  )
}

type BubbleProps = { isOwn: boolean; hasFailed?: boolean; children: ReactNode }

export function Bubble({ isOwn, hasFailed = false, children }: BubbleProps) {
  return (
    <div className={classes.bubble} data-own={isOwn || undefined} data-failed={hasFailed || undefined}>
      {children}
    </div>
  )
}

export function MessageText({ text }: { text: string }) {
  return (
    <p className={classes.text} dir="auto">
      <LinkedText text={text} />
    </p>
  )
}

function Automated({ message }: { message: Message }) {
  return (
    <div className={classes.automated}>
      <p className={classes.tag}>
        <Bot size={20} strokeWidth={1.9} aria-hidden="true" />
        Automated Message
      </p>
      <MessageText text={message.message} />
      <p className={classes.foot}>
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

/** One tick for sent, two for read, so that colour is not the only difference. */
function Tick({ isRead }: { isRead: boolean }) {
  const Icon = isRead ? CheckCheck : Check
  return (
    <span className={classes.tick} data-read={isRead || undefined}>
      <Icon size={14} strokeWidth={2.6} aria-hidden="true" />
      <span className="sr-only">{isRead ? 'Read' : 'Sent'}</span>
    </span>
  )
}
