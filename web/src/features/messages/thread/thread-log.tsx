import type { Message } from '@rootsquare/contract/messages'
import { useQuery } from '@tanstack/react-query'
import ArrowDown from 'lucide-react/icons/arrow-down'
import { useEffect, useRef, useState } from 'react'
import { OutgoingRow } from '#web/features/messages/thread/message-outgoing.tsx'
import { MessageRow } from '#web/features/messages/thread/message-row.tsx'
import type { Desk, Outgoing } from '#web/features/messages/outbox/outbox-storage.ts'
import { outgoingOf } from '#web/features/messages/outbox/outbox.ts'
import { logId, useKeptFocus } from '#web/features/messages/thread/thread-focus.ts'
import { OlderMessages } from '#web/features/messages/thread/thread-older.tsx'
import type { OlderPages } from '#web/features/messages/thread/thread-older.tsx'
import { useReading } from '#web/features/messages/thread/thread-reading.ts'
import { useThreadScroll } from '#web/features/messages/thread/thread-scroll.ts'
import { dayOf, dayText, useToday } from '#web/features/messages/thread/thread-time.ts'
import { counted } from '#web/lib/format/count-text.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import classes from './thread-log.module.css'

/** What scrolls must be reached without a mouse. */
const byKeyboard = { tabIndex: 0 }

type ThreadLogProps = {
  desk: Desk
  /** Of the other side. */
  name: string
  /** Oldest first. */
  messages: Message[]
  pages: OlderPages
  whenEmpty: string
}

export function ThreadLog({ desk, name, messages, pages, whenEmpty }: ThreadLogProps) {
  const { data: outbox = [] } = useQuery(outgoingOf(desk))
  const outgoing = outbox.filter((one) => !hasArrived(one, desk, messages))
  const firstNew = useFirstNew(messages, desk, outbox)
  const newest = messages.findLast(({ senderId }) => senderId !== desk.memberId)?.chatId
  const { box, note, isAtEnd, toEnd } = useThreadScroll({
    oldest: messages[0]?.chatId,
    newest,
    sentAt: Math.max(0, ...outbox.map(({ writtenAt }) => writtenAt)),
  })
  const isSettled = useIsSettled(messages[0]?.chatId)
  useReading(box, desk.otherId, messages)
  const frame = useRef<HTMLDivElement>(null)
  useKeptFocus(frame)
  const today = useToday()
  const isEmpty = messages.length === 0 && outgoing.length === 0

  function showNew(): void {
    toEnd()
    box.current?.focus({ preventScroll: true })
  }

  return (
    <div ref={frame} className={classes.frame}>
      <div
        ref={box}
        id={logId}
        className={classes.log}
        role="log"
        aria-label={`Messages with ${name}`}
        aria-live={isSettled ? 'polite' : 'off'}
        onScroll={note}
        {...byKeyboard}
      >
        <div className={classes.content}>
          <OlderMessages pages={pages} box={box} />
          {isEmpty && (
            <div className={classes.empty}>
              <EmptyMessage text={whenEmpty} />
            </div>
          )}
          <ul aria-label="Messages">
            {messages.map((message, at) => (
              <MessageRow
                key={message.chatId}
                message={message}
                isOwn={message.senderId === desk.memberId}
                writer={message.senderId === desk.memberId ? 'You' : name}
                isFirstNew={message.chatId === firstNew}
                isLast={message.chatId === newest}
                {...besides(message, messages[at - 1], today)}
              />
            ))}
          </ul>
          {/* Heard once, when they have arrived. */}
          <ul aria-label="On their way" aria-live="off">
            {outgoing.map((one) => (
              <OutgoingRow key={one.key} outgoing={one} desk={desk} />
            ))}
          </ul>
        </div>
      </div>
      {!isAtEnd && <ToEnd unread={unreadOf(messages, desk.memberId).length} onClick={showNew} />}
    </div>
  )
}

/** As far as they are not in sight: those are read. */
function ToEnd({ unread, onClick }: { unread: number; onClick: () => void }) {
  const label = unread === 0 ? 'Go to the end' : `Go to the end, ${counted(unread, 'new message')}`
  return (
    <IconButton label={label} className={classes.toEnd} onClick={onClick}>
      <ArrowDown size={22} strokeWidth={2.2} aria-hidden="true" />
      <Badge count={unread} isOnIcon />
    </IconButton>
  )
}

export function unreadOf(messages: Message[], viewerId: number): Message[] {
  return messages.filter(({ senderId, read }) => senderId !== viewerId && !read)
}

/** As it was when the conversation was opened. Whoever answers has seen what was new. */
function useFirstNew(messages: Message[], { memberId }: Desk, outbox: Outgoing[]): number | undefined {
  const [firstNew, setFirstNew] = useState(() => unreadOf(messages, memberId)[0]?.chatId)
  const [openedAt] = useState(() => Date.now())
  const hasWritten = outbox.some(({ writtenAt }) => writtenAt > openedAt)
  if (hasWritten && firstNew !== undefined) setFirstNew(undefined)
  return firstNew
}

/** What stands before a message says whether a day begins with it. */
function besides(message: Message, before: Message | undefined, today: string) {
  const isNewDay = before === undefined || dayOf(before.createdDate) !== dayOf(message.createdDate)
  return {
    day: isNewDay ? dayText(message.createdDate, today) : null,
    isNext: !isNewDay && before.senderId === message.senderId,
  }
}

/** The stream may tell of a message before the call that sent it is answered. */
function hasArrived({ text, after, trouble }: Outgoing, { memberId }: Desk, messages: Message[]): boolean {
  if (after === null || trouble !== null) return false
  return messages.some(
    ({ chatId, senderId, message }) => chatId > after && senderId === memberId && message === text,
  )
}

const settleMs = 500

/** Older ones that are put on top are no news to read out; the first of all is. */
function useIsSettled(oldest: number | undefined): boolean {
  const [settled, setSettled] = useState(oldest)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(oldest), settleMs)
    return () => clearTimeout(timer)
  }, [oldest])
  return settled === undefined || settled === oldest
}
