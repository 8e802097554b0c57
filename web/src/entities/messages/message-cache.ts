import { systemId } from '@rootsquare/contract/messages'
import type { LiveRead, Message, Conversation, ConversationPage } from '@rootsquare/contract/messages'
import type { Paged } from '@rootsquare/contract/lib/paged'
import { hashKey, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { messageKeys } from '#web/entities/messages/message-keys.ts'
import { afterLoading, nowAndAfterLoading, patchQuery } from '#web/lib/net/patch-query.ts'
import { patchPages } from '#web/lib/net/patch-pages.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

export type ConversationData = InfiniteData<ConversationPage>
type InboxData = InfiniteData<Paged<Conversation>>

/** Adds a message to or from the viewer, which may arrive from its call and from the stream in any order. */
export function applyMessage(queryClient: QueryClient, viewerId: number, message: Message): void {
  const otherId = message.senderId === viewerId ? message.receiverId : message.senderId
  const conversationKey = messageKeys.conversation(otherId)
  const isReadHere = isRead(queryClient.getQueryData<ConversationData>(conversationKey), message.chatId)
  // The end of another member's block sends no event, but their message shows it.
  const isClosed = isConversationClosed(queryClient, otherId)
  nowAndAfterLoading(queryClient, conversationKey, () =>
    patchQuery<ConversationData>(queryClient, conversationKey, (data) => withMessage(data, message)),
  )
  if (isClosed && otherId === message.senderId && otherId !== systemId)
    void queryClient.invalidateQueries({ queryKey: conversationKey })
  const change = (row: Conversation) => ({
    ...row,
    lastChatId: message.chatId,
    lastMessage: message.message,
    lastMedia: message.media[0]?.type ?? null,
    isLastDeleted: message.deleted,
    isLastOwn: otherId === message.receiverId,
    isLastRead: message.read,
    createdDate: message.createdDate,
    unReadChatCount:
      otherId === message.receiverId || isReadHere ? row.unReadChatCount : message.unReadChatCount,
  })
  nowAndAfterLoading(queryClient, messageKeys.conversations(), () => {
    const row = conversationsIn(queryClient.getQueryData<InboxData>(messageKeys.conversations())).find(
      ({ userId }) => userId === otherId,
    )
    // A new row needs names that are not part of a message.
    if (row === undefined) reloadRows(queryClient)
    else if (row.lastChatId < message.chatId || (message.deleted && row.lastChatId === message.chatId))
      patchRow(queryClient, otherId, change)
    else if (message.deleted && otherId === message.senderId) {
      const { unReadChatCount } = message
      patchRow(queryClient, otherId, (one) => ({ ...one, unReadChatCount }))
    }
  })
}

function isConversationClosed(queryClient: QueryClient, userId: number): boolean {
  const state = queryClient.getQueryState<ConversationData>(messageKeys.conversation(userId))
  return state?.status === 'error' || state?.data?.pages[0]?.can.write === false
}

/** Marks a conversation as closed until it is loaded again. */
export function closeConversation(queryClient: QueryClient, userId: number): void {
  patchQuery<ConversationData>(queryClient, messageKeys.conversation(userId), (data) => ({
    ...data,
    pages: data.pages.map((page) => ({ ...page, can: { ...page.can, write: false } })),
  }))
}

/** Marks messages as read. `userId` is the reader: the viewer, or the other member. */
export function applyRead(queryClient: QueryClient, viewerId: number, { chatIds, userId }: LiveRead): void {
  if (chatIds.length === 0) return
  const otherId = userId === viewerId ? senderOf(queryClient, viewerId, chatIds) : userId
  if (otherId === undefined) {
    nowAndAfterLoading(queryClient, messageKeys.conversations(), () => reloadRows(queryClient))
    return
  }
  const conversationKey = messageKeys.conversation(otherId)
  nowAndAfterLoading(queryClient, conversationKey, () =>
    patchQuery<ConversationData>(queryClient, conversationKey, (data) => withRead(data, chatIds)),
  )
  if (userId !== viewerId) return
  nowAndAfterLoading(queryClient, messageKeys.conversations(), () => {
    const left = unreadIn(queryClient.getQueryData<ConversationData>(conversationKey), viewerId)
    if (left === undefined) reloadRows(queryClient)
    else patchRow(queryClient, otherId, (row) => ({ ...row, unReadChatCount: left }))
  })
}

export function setUnread(queryClient: QueryClient, senders: number): void {
  nowAndAfterLoading(queryClient, messageKeys.unread(), () =>
    queryClient.setQueryData<number>(messageKeys.unread(), senders),
  )
}

/** Returns each conversation once, because new messages push rows to the next page, where they are repeated. */
export function conversationsIn(data: InboxData | undefined): Conversation[] {
  const byId = new Map<number, Conversation>()
  for (const row of data?.pages.flatMap(({ content }) => content) ?? []) {
    if (!byId.has(row.userId)) byId.set(row.userId, row)
  }
  return [...byId.values()]
}

/** Reloads messages after missed events, but not the badge, whose count arrives with the same event. */
export function reloadMessages(queryClient: QueryClient): void {
  const badge = hashKey(messageKeys.unread())
  for (const query of queryClient.getQueryCache().findAll({ queryKey: messageKeys.all })) {
    const invalidate = () => void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    if (query.queryHash === badge) continue
    // A first load cannot be restarted, so it is repeated after it has ended.
    if (query.state.data === undefined) afterLoading(queryClient, query, invalidate)
    else invalidate()
  }
}

/** Reloads once a running load has ended, if that is still needed. */
function reloadRows(queryClient: QueryClient): void {
  const queryKey = messageKeys.conversations()
  if (queryClient.isFetching({ queryKey }) === 0) void queryClient.invalidateQueries({ queryKey })
}

function patchRow(
  queryClient: QueryClient,
  userId: number,
  change: (row: Conversation) => Conversation,
): void {
  patchQuery<InboxData>(queryClient, messageKeys.conversations(), (data) => {
    const rows = conversationsIn(data)
      .map((row) => (row.userId === userId ? change(row) : row))
      .sort((one, other) => other.lastChatId - one.lastChatId)
    // Each page keeps its number of rows.
    return patchPages(data, (content) => rows.splice(0, content.length))
  })
}

function withMessage(data: ConversationData, message: Message): ConversationData {
  const { chatId } = message
  if (messagesIn(data).some((known) => known.chatId === chatId)) {
    const after = message.read ? withRead(data, [chatId]) : data
    // A message that was taken back or decided stays so, even if the reply to its sending arrives later.
    const isChanged = message.deleted || (message.offer !== null && message.offer.state !== 'OPEN')
    const replace = (one: Message) => (one.chatId === chatId ? message : one)
    return isChanged ? patchPages(after, (content) => content.map(replace)) : after
  }
  // A message older than all loaded ones arrives with its page.
  const pageIndex = data.pages.findIndex(
    ({ content, nextCursor }) => nextCursor === null || content.some((known) => known.chatId < chatId),
  )
  const pages = data.pages.map((page, at) =>
    at === pageIndex
      ? { ...page, content: [...page.content, message].sort((one, other) => other.chatId - one.chatId) }
      : page,
  )
  return { ...data, pages }
}

function withRead(data: ConversationData, chatIds: number[]): ConversationData {
  const ids = new Set(chatIds)
  const newly = messagesIn(data).filter(({ chatId, read }) => ids.has(chatId) && !read)
  const mark = (message: Message) => ({
    ...message,
    read: message.read || ids.has(message.chatId),
    unReadChatCount:
      message.senderId === newly[0]?.senderId
        ? Math.max(0, message.unReadChatCount - newly.length)
        : message.unReadChatCount,
  })
  return newly.length === 0 ? data : patchPages(data, (content) => content.map(mark))
}

function messagesIn(data: ConversationData | undefined): Message[] {
  return data?.pages.flatMap(({ content }) => content) ?? []
}

function isRead(data: ConversationData | undefined, chatId: number): boolean {
  return messagesIn(data).some((message) => message.chatId === chatId && message.read)
}

/** Returns undefined if older messages that are not loaded might be unread too. */
function unreadIn(data: ConversationData | undefined, viewerId: number): number | undefined {
  const received = messagesIn(data).filter(({ senderId }) => senderId !== viewerId)
  const unread = received.filter(({ read }) => !read)
  const isWhole = unread.length < received.length || lastOf(data?.pages)?.nextCursor === null
  return isWhole ? unread.length : undefined
}

/** Finds the sender in the loaded messages, because the event only says who has read. */
function senderOf(queryClient: QueryClient, viewerId: number, chatIds: number[]): number | undefined {
  const loaded = queryClient.getQueriesData<ConversationData>({
    queryKey: [...messageKeys.all, 'conversation'],
  })
  return loaded
    .flatMap(([, data]) => messagesIn(data))
    .find(({ chatId, senderId }) => senderId !== viewerId && chatIds.includes(chatId))?.senderId
}
