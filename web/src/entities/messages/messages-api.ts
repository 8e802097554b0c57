import {
  getConversation,
  listConversations,
  readConversation,
  takeBackMessage,
} from '@rootsquare/contract/messages'
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query'
import { applyMessage, applyRead, setUnread } from '#web/entities/messages/message-cache.ts'
import { messageKeys } from '#web/entities/messages/message-keys.ts'
import { call, isRetryable } from '#web/lib/net/call.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { useMember } from '#web/lib/session/session.ts'

const inboxPageSize = 20
const conversationPageSize = 30
const firstCursor: number | null = null

/** The live stream brings what a tab has missed, so focusing it needs no reload. */
const updatedByStream = { refetchOnWindowFocus: false }

export function conversationsOf() {
  return infiniteQueryOptions({
    ...updatedByStream,
    queryKey: messageKeys.conversations(),
    meta: { saved: 'main' },
    queryFn: async ({ pageParam: page, signal }) =>
      (await call(listConversations, { query: { page, size: inboxPageSize }, signal })).data,
    initialPageParam: 0,
    getNextPageParam: ({ last }, _, page) => (last ? undefined : page + 1),
  })
}

/** Loads messages by cursor, newest first. The next page has older messages. */
export function conversationOf(userId: number) {
  return infiniteQueryOptions({
    ...updatedByStream,
    queryKey: messageKeys.conversation(userId),
    meta: { saved: 'main' },
    queryFn: async ({ pageParam, signal }) => {
      const query = { size: conversationPageSize, ...(pageParam !== null && { cursor: pageParam }) }
      return (await call(getConversation, { params: { userId }, query, signal })).data
    },
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

/** Marks the messages of this sender as read, up to a message. The lists update automatically. */
export function useReadConversation(userId: number) {
  const { userId: viewerId } = useMember()
  const queryClient = useQueryClient()
  const updateCount = () => queryClient.getQueryState(messageKeys.unread())?.dataUpdateCount
  return useServerMutation({
    // Retried until the ticks of the other side and the viewer's badge are correct; a hidden tab waits.
    retry: (tries, failure) => tries < 8 && isRetryable(failure),
    retryDelay: (tries) => Math.min(30_000, 2000 * 2 ** tries),
    mutationFn: async (upTo: number) => {
      const updates = updateCount()
      return { ...(await call(readConversation, { params: { userId }, body: { upTo } })).data, updates }
    },
    onSuccess: ({ chatIds, senders, updates }) => {
      applyRead(queryClient, viewerId, { chatIds, userId: viewerId })
      // A count that the stream has delivered since is newer than this one.
      if (updates === updateCount()) setUnread(queryClient, senders)
    },
  })
}

/** Takes a message back for both sides. Only its sender may do this. */
export function useTakeBackMessage() {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: async (chatId: number) => (await call(takeBackMessage, { params: { chatId } })).data,
    onSuccess: (message) => applyMessage(queryClient, message.senderId, message),
  })
}
