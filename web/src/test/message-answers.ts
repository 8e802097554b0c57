import { getProfile } from '@rootsquare/contract/profiles'
import {
  askPresence,
  countUnread,
  getConversation,
  listConversations,
  readConversation,
  sendTyping,
} from '@rootsquare/contract/messages'
import type { Message, Conversation, ConversationPage } from '@rootsquare/contract/messages'
import { screen, within } from '@testing-library/react'
import { answer } from '#web/test/fake-server.ts'
import { profileWith } from '#web/test/profile.ts'

export const [viewerId, otherId] = [1, 2]

const profile = profileWith({ id: otherId, username: 'bose', firstname: 'Bose', lastname: 'Ade' })

/** A message of the other member, unread unless overridden. */
export function received(chatId: number, message: string, rest: Partial<Message> = {}): Message {
  return {
    chatId,
    message,
    createdBy: 'bose',
    senderId: otherId,
    receiverId: viewerId,
    senderUsername: 'bose',
    senderProfileImage: null,
    unReadChatCount: 0,
    read: false,
    createdDate: new Date().toISOString(),
    mentions: [],
    item: null,
    media: [],
    offer: null,
    deleted: false,
    ...rest,
  }
}

export function sent(chatId: number, message: string, rest: Partial<Message> = {}): Message {
  return received(chatId, message, { senderId: viewerId, receiverId: otherId, createdBy: 'ada', ...rest })
}

export const mayWrite = { write: true, block: true, unblock: false, report: true }

/** One page of a conversation; the messages are given oldest first. */
export function conversationPage(
  messages: Message[],
  rest: Partial<ConversationPage> = {},
): ConversationPage {
  const { username, firstname, lastname, profileImage } = profile
  return {
    content: [...messages].reverse(),
    last: true,
    totalPages: null,
    totalElements: null,
    number: 0,
    nextCursor: null,
    member: { username, firstname, lastname, profileImage },
    can: mayWrite,
    ...rest,
  }
}

export function inboxRow(userId: number, rest: Partial<Conversation> = {}): Conversation {
  return {
    userId,
    username: `member${userId}`,
    firstname: `Member${userId}`,
    lastname: 'Musa',
    profileImage: null,
    lastChatId: 1000 - userId,
    lastMessage: `Line ${userId}`,
    lastMedia: null,
    isLastDeleted: false,
    isLastOwn: false,
    isLastRead: true,
    unReadChatCount: 0,
    createdDate: new Date().toISOString(),
    ...rest,
  }
}

export function inboxPage(content: Conversation[], last = true) {
  return { content, last, totalPages: null, totalElements: null, number: 0 }
}

/** Answers the calls that the page of a conversation makes besides that for the messages. */
export function answerAround(messages: Message[] = [], senders = 0): void {
  answer(getProfile, ({ params }) => ({ ...profile, id: params.id }))
  answer(getConversation, () => conversationPage(messages))
  answer(countUnread, () => ({ senders }))
  answer(listConversations, () => inboxPage([]))
  answer(readConversation, () => ({ chatIds: [], senders: 0 }))
  answer(askPresence, () => null)
  answer(sendTyping, () => null)
}

const itemsOf = (name: string) => within(screen.getByRole('list', { name })).queryAllByRole('listitem')

export const shownMessages = () => itemsOf('Messages').map(({ textContent }) => textContent)
export const outgoing = () => itemsOf('On their way').map(({ textContent }) => textContent)
export const field = () => screen.findByRole('textbox', { name: 'Write a message' })
