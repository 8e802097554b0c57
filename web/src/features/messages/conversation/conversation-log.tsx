import { systemId, type Message, type MessageMedium } from '@rootsquare/contract/messages'
import ArrowDown from 'lucide-react/icons/arrow-down'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { MessageRow, OutgoingRow } from '#web/features/messages/conversation/message-row.tsx'
import {
  hasArrived,
  messageOutbox,
  type ConversationId,
} from '#web/features/messages/outbox/message-outbox.ts'
import { conversationLogId, useKeepFocusOnTouch } from '#web/features/messages/conversation-focus.ts'
import { useMarkAsRead } from '#web/features/messages/conversation/conversation-reading.ts'
import { useConversationScroll } from '#web/features/messages/conversation/conversation-scroll.ts'
import { conversationDayText, useToday } from '#web/features/messages/conversation/conversation-time.ts'
import { useOutbox, type OutboxEntry } from '#web/lib/storage/outbox.ts'
import { dayInLagos } from '#web/lib/format/days.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import type { Pages } from '#web/ui/controls/load-more.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { useLightbox } from '#web/ui/media/use-lightbox.tsx'
import { findLast, lastOf } from '#web/lib/browser/lists.ts'
import classes from './conversation-log.module.css'

/** Makes the log reachable by keyboard, because it scrolls. */
const byKeyboard = { tabIndex: 0 }

type ConversationLogProps = {
  conversationId: ConversationId
  /** The name of the other side. */
  name: string
  /** The messages, oldest first. */
  messages: Message[]
  pages: Pages
  whenEmpty: string
}

export function ConversationLog(props: ConversationLogProps) {
  const { conversationId, name, messages, pages, whenEmpty } = props
  const outbox = useOutbox(messageOutbox(conversationId))
  const outgoing = outbox.filter((one) => !hasArrived(one, conversationId, messages))
  const firstNew = useFirstNew(messages, conversationId, outbox)
  const newest = findLast(messages, ({ senderId }) => senderId !== conversationId.memberId)?.chatId
  const lastWithMenu = findLast(messages, hasMenu)?.chatId
  const { lightbox, openLightbox } = useLightbox()
  const opener = (by: string) => (pictures: MessageMedium[], first: number) => {
    const media = pictures.map((picture) => ({ ...picture, type: 'image' as const, alt: null }))
    openLightbox({ label: `Pictures from ${by}`, media, first, by })
  }
  const { box, onScroll, isAtEnd, toEnd } = useConversationScroll({
    oldest: messages[0]?.chatId,
    newest,
    sentAt: Math.max(0, ...outbox.map(({ writtenAt }) => writtenAt)),
  })
  const isSettled = useIsSettled(messages[0]?.chatId)
  useMarkAsRead(box, conversationId.otherId, messages)
  const frame = useRef<HTMLDivElement>(null)
  useKeepFocusOnTouch(frame)
  const today = useToday()
  const isEmpty = messages.length === 0 && outgoing.length === 0

  function showNew(): void {
    toEnd()
    box.current?.focus({ preventScroll: true })
  }

  return (
    <div ref={frame} className="positioned fill min-height-0">
      <div
        ref={box}
        id={conversationLogId}
        className={`inner-ring ${classes.log}`}
        role="log"
        aria-label={`Messages with ${name}`}
        aria-live={isSettled ? 'polite' : 'off'}
        onScroll={onScroll}
        {...byKeyboard}
      >
        <div className={`${classes.content} display-flex column justify-end`}>
          <OlderMessages pages={pages} box={box} />
          {isEmpty && (
            <div className={classes.empty}>
              <EmptyMessage text={whenEmpty} />
            </div>
          )}
          <ul aria-label="Messages">
            <ListRows of={messages} rowKey={({ chatId }) => chatId}>
              {(message, at) => (
                <MessageRow
                  message={message}
                  isOwn={message.senderId === conversationId.memberId}
                  writer={message.senderId === conversationId.memberId ? 'You' : name}
                  isFirstNew={message.chatId === firstNew}
                  isLast={message.chatId === lastWithMenu}
                  onOpenPictures={opener(message.senderId === conversationId.memberId ? 'you' : name)}
                  {...neighbourProps(message, messages[at - 1], today)}
                />
              )}
            </ListRows>
          </ul>
          {/* Messages are read out once, when they have arrived. */}
          <ul aria-label="On their way" aria-live="off">
            <ListRows of={outgoing} rowKey={({ id }) => id}>
              {(one) => (
                <OutgoingRow entry={one} conversationId={conversationId} onOpenPictures={opener('you')} />
              )}
            </ListRows>
          </ul>
        </div>
      </div>
      {!isAtEnd && (
        <ToEnd unread={unreadMessagesIn(messages, conversationId.memberId).length} onClick={showNew} />
      )}
      {lightbox}
    </div>
  )
}

const hasMenu = ({ senderId, deleted }: Message) => senderId !== systemId && !deleted

function ToEnd({ unread, onClick }: { unread: number; onClick: () => void }) {
  const label = unread === 0 ? 'Go to the end' : `Go to the end, ${quantityText(unread, 'new message')}`
  return (
    <IconButton label={label} className={classes.toEnd} icon={ArrowDown} onClick={onClick}>
      <Badge count={unread} isOnIcon />
    </IconButton>
  )
}

export function unreadMessagesIn(messages: Message[], viewerId: number): Message[] {
  return messages.filter(({ senderId, read }) => senderId !== viewerId && !read)
}

/** Returns the first message that was unread when the conversation was opened, until the viewer answers. */
function useFirstNew(
  messages: Message[],
  { memberId }: ConversationId,
  outbox: OutboxEntry[],
): number | undefined {
  const [firstNew, setFirstNew] = useState(() => unreadMessagesIn(messages, memberId)[0]?.chatId)
  const [opened] = useState(() => ({ at: Date.now(), newest: lastOf(messages)?.chatId ?? 0 }))
  const hasAnswered =
    outbox.some(({ writtenAt }) => writtenAt > opened.at) ||
    // A message that the server confirms at once never appears in the outbox.
    messages.some(({ chatId, senderId }) => senderId === memberId && chatId > opened.newest)
  if (hasAnswered && firstNew !== undefined) setFirstNew(undefined)
  return firstNew
}

function neighbourProps(message: Message, before: Message | undefined, today: string) {
  const isNewDay = before === undefined || dayInLagos(before.createdDate) !== dayInLagos(message.createdDate)
  return {
    day: isNewDay ? conversationDayText(message.createdDate, today) : null,
    isNext: !isNewDay && before.senderId === message.senderId,
  }
}

const settleMs = 500

/** Returns false while older messages are added above, so that screen readers read out only new ones. */
function useIsSettled(oldest: number | undefined): boolean {
  const [settled, setSettled] = useState(oldest)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(oldest), settleMs)
    return () => clearTimeout(timer)
  }, [oldest])
  return settled === undefined || settled === oldest
}

type OlderMessagesProps = { pages: Pages; box: RefObject<HTMLElement | null> }

/** Loads older messages before the top is reached, and shows a button if that fails. */
function OlderMessages({ pages, box }: OlderMessagesProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  const top = useRef<HTMLDivElement>(null)
  const isReady = hasNextPage && !isFetchingNextPage && !isFetchNextPageError

  useEffect(() => {
    if (!isReady || top.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) fetchNextPage()
      },
      { root: box.current, rootMargin: '400px 0px 0px' },
    )
    observer.observe(top.current)
    return () => observer.disconnect()
  }, [isReady, fetchNextPage, box])

  if (!hasNextPage) return null
  return (
    <div ref={top} className={`flex-row wrap ${classes.older}`}>
      {isFetchNextPageError && !isFetchingNextPage && <p role="alert">Error fetching messages</p>}
      <Button variant="outline" isBusy={isFetchingNextPage} onClick={() => fetchNextPage()}>
        {isFetchNextPageError ? 'Retry' : 'Older messages'}
      </Button>
    </div>
  )
}
