import type { Message } from '@rootsquare/contract/messages'
import { useQuery } from '@tanstack/react-query'
import ArrowDown from 'lucide-react/icons/arrow-down'
import { useEffect, useState } from 'react'
import { OutgoingRow } from '#web/features/messages/message-outgoing.tsx'
import { MessageRow } from '#web/features/messages/message-row.tsx'
import type { Desk, Outgoing } from '#web/features/messages/outbox-kept.ts'
import { outgoingOf } from '#web/features/messages/outbox.ts'
import { logId } from '#web/features/messages/thread-focus.ts'
import { OlderMessages } from '#web/features/messages/thread-older.tsx'
import type { OlderPages } from '#web/features/messages/thread-older.tsx'
import { useReading } from '#web/features/messages/thread-reading.ts'
import { useThreadScroll } from '#web/features/messages/thread-scroll.ts'
import { dayOf, dayText, useToday } from '#web/features/messages/thread-time.ts'
import { EmptyWords } from '#web/ui/empty-words.tsx'
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
  const [firstNew] = useState(() => firstUnread(messages, desk.memberId)?.chatId)
  const newest = messages.findLast(({ senderId }) => senderId !== desk.memberId)?.chatId
  const { box, note, hasNew, toEnd } = useThreadScroll({
    oldest: messages[0]?.chatId,
    newest,
    sentAt: Math.max(0, ...outbox.map(({ writtenAt }) => writtenAt)),
  })
  const isSettled = useIsSettled(messages[0]?.chatId)
  useReading(box, desk.otherId, messages)
  const today = useToday()
  const isEmpty = messages.length === 0 && outgoing.length === 0

  function showNew(): void {
    toEnd()
    box.current?.focus({ preventScroll: true })
  }

  return (
    <div className={classes.frame}>
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
              <EmptyWords text={whenEmpty} />
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
      {hasNew && (
        <button type="button" className={classes.pill} onClick={showNew}>
          <ArrowDown size={18} strokeWidth={2.2} aria-hidden="true" />
          New messages
        </button>
      )}
    </div>
  )
}

export function firstUnread(messages: Message[], viewerId: number): Message | undefined {
  return messages.find(({ senderId, read }) => senderId !== viewerId && !read)
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
