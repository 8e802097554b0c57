import { systemId } from '@rootsquare/contract/messages'
import type { Message, ThreadPage } from '@rootsquare/contract/messages'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { threadOf } from '#web/entities/messages/messages-api.ts'
import type { ThreadData } from '#web/entities/messages/message-cache.ts'
import type { About } from '#web/features/messages/thread/message-item.tsx'
import { draftTo } from '#web/features/messages/outbox/outbox-storage.ts'
import type { Desk } from '#web/features/messages/outbox/outbox-storage.ts'
import { sendWaiting } from '#web/features/messages/outbox/outbox.ts'
import { ThreadHeader } from '#web/features/messages/thread/thread-header.tsx'
import type { Other } from '#web/features/messages/thread/thread-header.tsx'
import { ThreadLog, unreadOf } from '#web/features/messages/thread/thread-log.tsx'
import { WriteBox } from '#web/features/messages/thread/write-box.tsx'
import { nameOf } from '#web/lib/format/names.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { UnsentText } from '#web/ui/feedback/unsent-label.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-announced.ts'
import classes from './thread-view.module.css'

const failed = 'Error fetching messages'
/** Further back, the first unread one is not looked for. */
const mostPagesToOpen = 5
const nothing = { write: false, unblock: false }

type ThreadViewProps = {
  viewerId: number
  /** Undefined while it is not known who that is; null where nobody is to be found. */
  other: Other | null | undefined
  otherId: number
  /** Asks again who that is, where asking failed. */
  onAskAgain: (() => void) | null
  /** What the next message is about. */
  about: About | null
  menu?: ReactNode
  /** What ends one's own block. */
  unblock?: ReactNode
  whenMissing: ReactNode
}

/** A conversation: who it is with, what was said, and the field for more. */
export function ThreadView(props: ThreadViewProps) {
  const { viewerId, otherId, other, onAskAgain, about, menu, unblock, whenMissing } = props
  const thread = useInfiniteQuery(threadOf(otherId))
  const isOpen = useIsOpen(thread, viewerId)
  // Also where somebody has gone since it was loaded.
  const isUnknown = isMissing(thread.error)
  const hasFailed = !isUnknown && (thread.isLoadingError || onAskAgain !== null)
  const can = isUnknown ? nothing : thread.data?.pages[0]?.can
  useLookAgain(can?.write === false && otherId !== systemId, thread.refetch)
  useErrorSnackbar(hasFailed ? failed : null, thread.errorUpdateCount)
  if (isUnknown && thread.data === undefined) return whenMissing
  const messages = inOrder(thread.data)
  const shown = other === null ? withoutPage(otherId, thread.data?.pages[0]?.member) : other
  const name = shown?.name ?? 'this member'
  const desk = { memberId: viewerId, otherId }

  function retry(): void {
    onAskAgain?.()
    if (thread.isLoadingError) void thread.refetch()
  }

  return (
    <section className={['card', classes.thread].join(' ')} aria-label="Conversation">
      <ThreadHeader other={shown} menu={menu} />
      {hasFailed && <ErrorCard text={failed} onRetry={retry} />}
      {!hasFailed && !(can !== undefined && isOpen) && <ThreadSkeleton />}
      {!hasFailed && can !== undefined && isOpen && (
        <>
          <ThreadLog
            desk={desk}
            name={name}
            messages={messages}
            pages={thread}
            whenEmpty={can.write ? `Say hello to ${name}` : 'No messages yet'}
          />
          {can.write && <Writing desk={desk} about={about} />}
          {!can.write && otherId !== systemId && (
            <div className={classes.closed}>
              <p>{can.unblock ? `You have blocked ${name}.` : 'You can no longer write to this member.'}</p>
              {can.unblock && unblock}
              <UnsentText words={draftTo(desk)} />
            </div>
          )}
        </>
      )}
    </section>
  )
}

type Opening = {
  data: ThreadData | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** Not before the first unread one is there, so that the conversation opens at it. */
function useIsOpen(thread: Opening, viewerId: number): boolean {
  const [wasOpen, setOpen] = useState(false)
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = thread
  const messages = inOrder(data)
  const mayBeMore = hasNextPage && !isFetchNextPageError && (data?.pages.length ?? 0) < mostPagesToOpen
  const isFound = unreadOf(messages, viewerId).length >= unreadCount(messages, viewerId)
  const isOpen = wasOpen || (data !== undefined && !(mayBeMore && !isFound))
  if (isOpen && !wasOpen) setOpen(true)
  const isToLoad = data !== undefined && !isOpen && !isFetchingNextPage
  useEffect(() => {
    if (isToLoad) fetchNextPage()
  }, [isToLoad, fetchNextPage])
  return isOpen
}

/** As the newest one from the other side tells it, wherever they stand. */
function unreadCount(messages: Message[], viewerId: number): number {
  return messages.findLast(({ senderId }) => senderId !== viewerId)?.unReadChatCount ?? 0
}

/** Nobody is told that another's block has ended: whoever comes back to the page sees whether it has. */
function useLookAgain(isClosed: boolean, refetch: () => unknown): void {
  useEffect(() => {
    if (!isClosed) return
    const over = new AbortController()
    const look = () => {
      if (!document.hidden) refetch()
    }
    window.addEventListener('focus', look, { signal: over.signal })
    document.addEventListener('visibilitychange', look, { signal: over.signal })
    return () => over.abort()
  }, [isClosed, refetch])
}

/** Oldest first. */
function inOrder(data: ThreadData | undefined): Message[] {
  return data?.pages.flatMap(({ content }) => content).toReversed() ?? []
}

/** A member whose profile is hidden from the viewer: the conversation still tells who that is. */
function withoutPage(id: number, member: ThreadPage['member'] | undefined): Other | undefined {
  if (!member) return undefined
  return { id, name: nameOf(member), username: member.username, image: member.profileImage, hasPage: false }
}

/** What waited here since before a reload goes out now. */
function Writing({ desk: { memberId, otherId }, about }: { desk: Desk; about: About | null }) {
  const queryClient = useQueryClient()
  useEffect(() => {
    void sendWaiting(queryClient, { memberId, otherId })
  }, [queryClient, memberId, otherId])
  return <WriteBox desk={{ memberId, otherId }} about={about} />
}

function ThreadSkeleton() {
  return (
    <div className={classes.skeleton}>
      <output className="sr-only">Loading messages</output>
      {['first', 'second', 'third', 'fourth'].map((ghost) => (
        <span key={ghost} className={classes.ghost} aria-hidden="true" />
      ))}
    </div>
  )
}
