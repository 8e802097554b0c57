import { systemId, type Message, type ConversationPage } from '@rootsquare/contract/messages'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { conversationOf } from '#web/entities/messages/messages-api.ts'
import type { ConversationData } from '#web/entities/messages/message-cache.ts'
import { useActivity } from '#web/features/messages/member-activity.ts'
import type { MessageSubject } from '#web/features/messages/message-item.tsx'
import {
  messageOutbox,
  sendMessages,
  type ConversationId,
} from '#web/features/messages/outbox/message-outbox.ts'
import {
  ConversationHeader,
  type OtherMember,
} from '#web/features/messages/conversation/conversation-header.tsx'
import { ConversationLog, unreadMessagesIn } from '#web/features/messages/conversation/conversation-log.tsx'
import { WriteBox } from '#web/features/messages/conversation/write-box.tsx'
import { nameOf, usernameOf } from '#web/lib/format/names.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { draftKey, useOutbox } from '#web/lib/storage/outbox.ts'
import { useSendWaiting } from '#web/lib/storage/use-send-waiting.ts'
import { useTextDraft } from '#web/lib/storage/use-draft.ts'
import type { Pages } from '#web/ui/controls/load-more.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { UnsentText } from '#web/ui/feedback/unsent-text.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import { findLast } from '#web/lib/browser/lists.ts'
import classes from './conversation-view.module.css'

const failed = 'Error fetching messages'
/** The search for the first unread message loads no more pages than this. */
const maxPagesToOpen = 5
const noRights = { write: false, unblock: false }

type ConversationViewProps = {
  viewerId: number
  /** Is undefined while it loads, and null if there is no such member. */
  other: OtherMember | null | undefined
  otherId: number
  /** Loads the profile again if that failed, else null. */
  onRetryProfile: (() => void) | null
  /** The item that the next message is about. */
  about: MessageSubject | null
  menu?: ReactNode
  /** The button that ends the viewer’s own block. */
  unblock?: ReactNode
  whenMissing: ReactNode
}

/** Shows a conversation with its other side, its messages and the field for the next one. */
export function ConversationView(props: ConversationViewProps) {
  const { viewerId, otherId, other, onRetryProfile, about, menu, unblock, whenMissing } = props
  const conversation = useInfiniteQuery(conversationOf(otherId))
  const isOpen = useIsOpen(conversation, viewerId)
  // This also covers a member who was erased after the conversation had loaded.
  const isUnknown = isMissing(conversation.error)
  const hasFailed = !isUnknown && (conversation.isLoadingError || onRetryProfile !== null)
  const can = isUnknown ? noRights : conversation.data?.pages[0]?.can
  useRefetchOnReturn(can?.write === false && otherId !== systemId, conversation.refetch)
  const activity = useActivity(otherId, can?.write === true)
  useErrorSnackbar(hasFailed ? failed : null, conversation.errorUpdateCount)
  if (isUnknown && conversation.data === undefined) return whenMissing
  const messages = oldestFirst(conversation.data)
  const shown = other === null ? memberWithoutPage(otherId, conversation.data?.pages[0]?.member) : other
  const name = shown?.name ?? 'this member'
  const conversationId = { memberId: viewerId, otherId }

  function retry(): void {
    onRetryProfile?.()
    if (conversation.isLoadingError) void conversation.refetch()
  }

  return (
    <section
      className={`card-box ${classes.conversation} display-flex column shrinkable min-height-0`}
      aria-label="Conversation"
    >
      <ConversationHeader other={shown} menu={menu} activity={activity} />
      {hasFailed && <ErrorCard text={failed} onRetry={retry} />}
      {!hasFailed && !(can !== undefined && isOpen) && <ConversationSkeleton />}
      {!hasFailed && can !== undefined && isOpen && (
        <>
          <ConversationLog
            conversationId={conversationId}
            name={name}
            messages={messages}
            pages={conversation}
            whenEmpty={can.write ? `Say hello to ${name}` : 'No messages yet'}
          />
          {can.write && <WriteArea conversationId={conversationId} about={about} />}
          {!can.write && otherId !== systemId && (
            <div className={`rigid flex-row wrap muted breakable ${classes.closed}`}>
              <p>{can.unblock ? `You have blocked ${name}.` : 'You can no longer write to this member.'}</p>
              {can.unblock && unblock}
              <UnsentDraft conversationId={conversationId} />
            </div>
          )}
        </>
      )}
    </section>
  )
}

type LoadedPages = Pages & { data: ConversationData | undefined }

/** Returns false until the first unread message is loaded, so that the conversation opens at it. */
function useIsOpen(conversation: LoadedPages, viewerId: number): boolean {
  const [wasOpen, setOpen] = useState(false)
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = conversation
  const messages = oldestFirst(data)
  const canLoadMore = hasNextPage && !isFetchNextPageError && (data?.pages.length ?? 0) < maxPagesToOpen
  const isFound = unreadMessagesIn(messages, viewerId).length >= unreadCount(messages, viewerId)
  const isOpen = wasOpen || (data !== undefined && !(canLoadMore && !isFound))
  if (isOpen && !wasOpen) setOpen(true)
  const isToLoad = data !== undefined && !isOpen && !isFetchingNextPage
  useEffect(() => {
    if (isToLoad) fetchNextPage()
  }, [isToLoad, fetchNextPage])
  return isOpen
}

/** Returns the unread count of the whole conversation, which is stored in the newest received message. */
function unreadCount(messages: Message[], viewerId: number): number {
  return findLast(messages, ({ senderId }) => senderId !== viewerId)?.unReadChatCount ?? 0
}

/** Refetches when the viewer returns to the page, because the end of another member's block sends no event. */
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

/** Returns the messages oldest first. */
function oldestFirst(data: ConversationData | undefined): Message[] {
  return (data?.pages.flatMap(({ content }) => content) ?? []).reverse()
}

/** Returns a member whose profile is hidden from the viewer, with the name that the conversation has. */
function memberWithoutPage(
  id: number,
  member: ConversationPage['member'] | undefined,
): OtherMember | undefined {
  if (!member) return undefined
  return {
    id,
    name: nameOf(member),
    username: usernameOf(member),
    image: member.profileImage,
    hasPage: false,
  }
}

function UnsentDraft({ conversationId }: { conversationId: ConversationId }) {
  const { draft: text } = useTextDraft(draftKey(messageOutbox(conversationId)))
  return <UnsentText texts={text === '' ? [] : [{ id: 'draft', text }]} />
}

type WriteAreaProps = { conversationId: ConversationId; about: MessageSubject | null }

/** Renders the field, and sends the messages that a reload or another tab left unsent. */
function WriteArea({ conversationId, about }: WriteAreaProps) {
  const queryClient = useQueryClient()
  const waiting = useOutbox(messageOutbox(conversationId)).length
  useSendWaiting({ id: conversationId.otherId, waiting }, () => sendMessages(queryClient, conversationId))
  return <WriteBox conversationId={conversationId} about={about} />
}

function ConversationSkeleton() {
  return (
    <div className={`grow stack gap-s ${classes.skeleton} min-height-0 clip padded`}>
      <output className="sr-only">Loading messages</output>
      {['first', 'second', 'third', 'fourth'].map((bar) => (
        <span key={bar} className={`ghost-box ${classes.bar}`} aria-hidden="true" />
      ))}
    </div>
  )
}
