import { systemId, type Message, type ThreadPage } from '@rootsquare/contract/messages'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { threadOf } from '#web/entities/messages/messages-api.ts'
import type { ThreadData } from '#web/entities/messages/message-cache.ts'
import { useActivity } from '#web/features/messages/live/activity.ts'
import type { About } from '#web/features/messages/thread/message-item.tsx'
import { messageOutbox, sendWaiting, type ThreadId } from '#web/features/messages/outbox/outbox.ts'
import { ThreadHeader, type Other } from '#web/features/messages/thread/thread-header.tsx'
import { ThreadLog, unreadOf, type OpenedPictures } from '#web/features/messages/thread/thread-log.tsx'
import { WriteBox } from '#web/features/messages/thread/write-box.tsx'
import { nameOf } from '#web/lib/format/names.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { draftTexts } from '#web/lib/storage/outbox.ts'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { UnsentText } from '#web/ui/feedback/unsent-text.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './thread-view.module.css'

const failed = 'Error fetching messages'
/** The first unread message is not searched further back than this. */
const maxPagesToOpen = 5
const noRights = { write: false, unblock: false }

type ThreadViewProps = {
  viewerId: number
  /** Undefined while it loads; null where there is no such member. */
  other: Other | null | undefined
  otherId: number
  /** Loads the profile again, where that failed. */
  onRetryProfile: (() => void) | null
  /** What the next message is about. */
  about: About | null
  menu?: ReactNode
  /** The button that ends the viewer’s own block. */
  unblock?: ReactNode
  whenMissing: ReactNode
  /** The page decides how pictures are shown large. */
  showPictures: (opened: OpenedPictures, onClose: () => void) => ReactNode
}

/** A conversation: who it is with, what was said, and the field for more. */
export function ThreadView(props: ThreadViewProps) {
  const { viewerId, otherId, other, onRetryProfile, about, menu, unblock, whenMissing, showPictures } = props
  const [opened, setOpened] = useState<OpenedPictures | null>(null)
  const thread = useInfiniteQuery(threadOf(otherId))
  const isOpen = useIsOpen(thread, viewerId)
  // Also for a member who was erased after it was loaded.
  const isUnknown = isMissing(thread.error)
  const hasFailed = !isUnknown && (thread.isLoadingError || onRetryProfile !== null)
  const can = isUnknown ? noRights : thread.data?.pages[0]?.can
  useRefetchOnReturn(can?.write === false && otherId !== systemId, thread.refetch)
  const activity = useActivity(otherId, can?.write === true)
  useErrorSnackbar(hasFailed ? failed : null, thread.errorUpdateCount)
  if (isUnknown && thread.data === undefined) return whenMissing
  const messages = inOrder(thread.data)
  const shown = other === null ? withoutPage(otherId, thread.data?.pages[0]?.member) : other
  const name = shown?.name ?? 'this member'
  const threadId = { memberId: viewerId, otherId }

  function retry(): void {
    onRetryProfile?.()
    if (thread.isLoadingError) void thread.refetch()
  }

  return (
    <section className={`card ${classes.thread}`} aria-label="Conversation">
      <ThreadHeader other={shown} menu={menu} activity={activity} />
      {hasFailed && <ErrorCard text={failed} onRetry={retry} />}
      {!hasFailed && !(can !== undefined && isOpen) && <ThreadSkeleton />}
      {!hasFailed && can !== undefined && isOpen && (
        <>
          <ThreadLog
            threadId={threadId}
            name={name}
            messages={messages}
            pages={thread}
            onOpenPictures={setOpened}
            whenEmpty={can.write ? `Say hello to ${name}` : 'No messages yet'}
          />
          {can.write && <WriteArea threadId={threadId} about={about} />}
          {!can.write && otherId !== systemId && (
            <div className={`rigid row wrap muted breakable ${classes.closed}`}>
              <p>{can.unblock ? `You have blocked ${name}.` : 'You can no longer write to this member.'}</p>
              {can.unblock && unblock}
              <UnsentText texts={draftTexts(messageOutbox(threadId))} />
            </div>
          )}
        </>
      )}
      {opened && showPictures(opened, () => setOpened(null))}
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

/** False until the first unread message is loaded, so that the conversation opens at it. */
function useIsOpen(thread: Opening, viewerId: number): boolean {
  const [wasOpen, setOpen] = useState(false)
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = thread
  const messages = inOrder(data)
  const canLoadMore = hasNextPage && !isFetchNextPageError && (data?.pages.length ?? 0) < maxPagesToOpen
  const isFound = unreadOf(messages, viewerId).length >= unreadCount(messages, viewerId)
  const isOpen = wasOpen || (data !== undefined && !(canLoadMore && !isFound))
  if (isOpen && !wasOpen) setOpen(true)
  const isToLoad = data !== undefined && !isOpen && !isFetchingNextPage
  useEffect(() => {
    if (isToLoad) fetchNextPage()
  }, [isToLoad, fetchNextPage])
  return isOpen
}

/** Of the whole conversation, as its newest received message says. */
function unreadCount(messages: Message[], viewerId: number): number {
  return messages.findLast(({ senderId }) => senderId !== viewerId)?.unReadChatCount ?? 0
}

/** The end of another member's block sends no event, so coming back to the page checks for it. */
function useRefetchOnReturn(isClosed: boolean, refetch: () => unknown): void {
  useEffect(() => {
    if (!isClosed) return
    const over = new AbortController()
    const refresh = () => {
      if (!document.hidden) refetch()
    }
    window.addEventListener('focus', refresh, { signal: over.signal })
    document.addEventListener('visibilitychange', refresh, { signal: over.signal })
    return () => over.abort()
  }, [isClosed, refetch])
}

/** Oldest first. */
function inOrder(data: ThreadData | undefined): Message[] {
  return data?.pages.flatMap(({ content }) => content).toReversed() ?? []
}

/** A member whose profile is hidden from the viewer: the conversation still has the name. */
function withoutPage(id: number, member: ThreadPage['member'] | undefined): Other | undefined {
  if (!member) return undefined
  return { id, name: nameOf(member), username: member.username, image: member.profileImage, hasPage: false }
}

/** Sends what a reload left unsent. */
function WriteArea({ threadId: { memberId, otherId }, about }: { threadId: ThreadId; about: About | null }) {
  const queryClient = useQueryClient()
  useEffect(() => {
    void sendWaiting(queryClient, { memberId, otherId })
  }, [queryClient, memberId, otherId])
  return <WriteBox threadId={{ memberId, otherId }} about={about} />
}

function ThreadSkeleton() {
  return (
    <div className={`grow stack gap-12 ${classes.skeleton}`}>
      <output className="sr-only">Loading messages</output>
      {['first', 'second', 'third', 'fourth'].map((bar) => (
        <span key={bar} className={classes.bar} aria-hidden="true" />
      ))}
    </div>
  )
}
