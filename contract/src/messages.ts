import { z } from 'zod'
import { CursorQuery } from './lib/cursor-list.ts'
import { endpoint, getByMember, Nothing, postByMember } from './lib/endpoint.ts'
import {
  Flag,
  Id,
  IdInPath,
  inAddress,
  isVisible,
  mayBeAbsent,
  Mentions,
  text,
  Time,
  withDefault,
} from './lib/fields.ts'
import { paged, PageQuery } from './lib/paged.ts'
import { NewReport, Report, reportThanks } from './reports.ts'

export const messageLength = 5000
export const maxMessageMedia = 4
/** The sender may take a message back for this long. */
export const takeBackMinutes = 60
/** Automated messages have these in place of the sender's id and username. */
export const systemId = 0
export const systemName = 'anonymousUser'

/** After a lost connection the events of this many minutes are sent again. A client that was away longer reloads. */
export const liveEventMinutes = 5
export const liveBeatSeconds = 25

const SideId = z.int().min(systemId)
/** The id of a member, or 0 for automated messages. */
const SideInPath = inAddress(z.int('Must be a whole number.').min(systemId, 'Must be 0 or more.'))

export const MessageMedium = z
  .object({
    url: z.string(),
    thumbnail: z.string().nullable(),
    type: z.enum(['image', 'audio']),
    width: z.int().nullable(),
    height: z.int().nullable(),
    duration: z.number().nullable().meta({ description: 'The length of audio in seconds.' }),
  })
  .meta({ id: 'MessageMedium' })
export type MessageMedium = z.output<typeof MessageMedium>

const offerStates = ['OPEN', 'ACCEPTED', 'DECLINED', 'WITHDRAWN', 'USED', 'LAPSED'] as const

export const Offer = z
  .object({
    id: Id,
    itemId: Id,
    itemName: z.string().meta({ description: 'As it was when the offer was made.' }),
    thumbnail: z.string().nullable(),
    price: z.number().meta({ description: 'In Naira, for each unit.' }),
    state: z.enum(offerStates).meta({
      description:
        '`USED`: the buyer has ordered at this price. `LAPSED`: nobody accepted or ordered in time.',
    }),
    validUntil: Time.meta({
      description: 'The end of the time to accept an open offer, or to order with an accepted one.',
    }),
    can: z.object({ accept: z.boolean(), decline: z.boolean(), withdraw: z.boolean() }),
  })
  .meta({ id: 'Offer' })
export type Offer = z.output<typeof Offer>

export const Message = z
  .object({
    chatId: Id,
    message: z.string(),
    createdBy: z.string().meta({ description: '`anonymousUser` for an automated message.' }),
    senderId: SideId.meta({ description: '0 for an automated message.' }),
    receiverId: Id,
    senderUsername: z.string(),
    senderProfileImage: z.string().nullable(),
    unReadChatCount: z
      .int()
      .meta({ description: 'The number of messages from this sender that the caller has not read.' }),
    read: z.boolean(),
    createdDate: Time,
    mentions: Mentions,
    item: z
      .object({ id: Id, name: z.string(), price: z.number(), imageUrl: z.string().nullable() })
      .nullable()
      .meta({ description: 'The item that the message is about.' }),
    offer: Offer.nullable().meta({ description: 'The price that this message proposes.' }),
    media: z.array(MessageMedium),
    deleted: z
      .boolean()
      .meta({ description: 'True if the sender has taken it back. It then has no text, media or item.' }),
  })
  .meta({ id: 'Message' })
export type Message = z.output<typeof Message>

export const NewMessage = z
  .object({
    eventType: z.literal('MESSAGE'),
    message: withDefault(text(messageLength, 0), '').meta({
      description: 'May be empty if there are media.',
    }),
    userId: SideId,
    itemId: Id.nullish(),
    media: withDefault(
      z
        .array(
          z.object({ url: text(1000).meta({ description: 'The `secure_url` of an upload by the caller.' }) }),
        )
        .max(maxMessageMedia, `A message has at most ${maxMessageMedia} pictures and voice notes.`),
      [],
    ),
  })
  .refine(({ message, media }) => media.length > 0 || isVisible(message), {
    path: ['message'],
    error: 'Required.',
  })
export type NewMessage = z.output<typeof NewMessage>

export const createMessage = endpoint({
  ...postByMember,
  path: '/messaging/create',
  summary: 'Send a message to a member, or report content or a member. 409 if the same report is still open',
  limitsBy: { field: 'eventType', of: { MESSAGE: ['message'], REPORT: ['report'] } },
  body: z.discriminatedUnion('eventType', [NewMessage, NewReport]),
  reply: z.union([Message, Report]),
  message: (reply) => ('reason' in reply ? reportThanks : undefined),
  isIdempotent: true,
})

const OfSide = PageQuery.extend({ userId: SideInPath.optional() })

export const ReceivedQuery = OfSide.extend({ read: Flag.optional() })
export type ReceivedQuery = z.output<typeof ReceivedQuery>
export const SentQuery = OfSide
export type SentQuery = z.output<typeof SentQuery>

export const listReceived = endpoint({
  ...getByMember,
  path: '/messaging/received',
  summary: 'List messages to the caller, newest first. `userId` 0 selects the automated ones',
  query: ReceivedQuery,
  reply: paged(Message),
})

export const listSent = endpoint({
  ...getByMember,
  path: '/messaging/sent',
  summary: 'List messages sent by the caller, newest first',
  query: SentQuery,
  reply: paged(Message),
})

export const Conversation = z
  .object({
    userId: SideId.meta({ description: '0 for the automated messages.' }),
    username: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    profileImage: z.string().nullable(),
    lastChatId: Id,
    lastMessage: z.string(),
    lastMedia: MessageMedium.shape.type
      .nullable()
      .meta({ description: 'The type of the first picture or voice note in the last message.' }),
    isLastDeleted: z.boolean().meta({ description: 'True if the last message was taken back.' }),
    isLastOwn: z.boolean().meta({ description: 'True if the caller wrote the last message.' }),
    isLastRead: z.boolean(),
    unReadChatCount: z.int(),
    createdDate: Time.meta({ description: 'The time of the last message.' }),
  })
  .meta({ id: 'Thread' })
export type Conversation = z.output<typeof Conversation>

export const listConversations = endpoint({
  ...getByMember,
  path: '/messaging/inbox',
  summary: 'List the conversations of the caller, newest first. The automated messages are one of them',
  query: PageQuery,
  reply: paged(Conversation),
})

export const ConversationPage = paged(Message).extend({
  nextCursor: Id.nullable().meta({ description: 'Null on the last page.' }),
  member: Conversation.pick({ username: true, firstname: true, lastname: true, profileImage: true })
    .nullable()
    .meta({
      description: 'The other member, even if their profile returns 404. Null for the automated messages.',
    }),
  can: z.object({
    write: z.boolean(),
    block: z.boolean(),
    unblock: z.boolean(),
    report: z.boolean(),
  }),
})
export type ConversationPage = z.output<typeof ConversationPage>

export const getConversation = endpoint({
  ...getByMember,
  path: '/messaging/with/:userId',
  summary: 'List the messages exchanged with a member, newest first. `/with/0` lists the automated ones',
  params: z.object({ userId: SideInPath }),
  query: CursorQuery,
  reply: ConversationPage,
})

const Unread = z.object({
  senders: z.int().meta({ description: 'The number of senders with unread messages.' }),
})
const HasRead = Unread.extend({
  chatIds: z.array(Id).meta({ description: 'The messages that this call has marked as read.' }),
})
export type HasRead = z.output<typeof HasRead>

export const readMessage = endpoint({
  method: 'PATCH',
  path: '/messaging/read/:chatId',
  access: 'member',
  summary: 'Mark a message as read. Only its receiver may. Safe to repeat',
  params: z.object({ chatId: IdInPath }),
  reply: HasRead,
})

export const readConversation = endpoint({
  method: 'PATCH',
  path: '/messaging/read/with/:userId',
  access: 'member',
  summary: 'Mark all messages from a sender as read, or those up to `upTo`',
  params: z.object({ userId: SideInPath }),
  body: z.object({ upTo: mayBeAbsent(Id) }).nullish(),
  reply: HasRead,
})

export const takeBackMessage = endpoint({
  method: 'DELETE',
  path: '/messaging/:chatId',
  access: 'member',
  summary: `Delete one’s own message for both sides. After ${takeBackMinutes} minutes: 409 \`TOO_LATE\`. Safe to repeat`,
  params: z.object({ chatId: IdInPath }),
  reply: Message,
})

const OtherMember = z.object({ userId: IdInPath })
const whenNothingHappens = 'Ignored if either has `showPresence` off or a block exists'

export const sendTyping = endpoint({
  ...postByMember,
  path: '/messaging/typing/:userId',
  limits: ['signal'],
  summary: `Send the live event \`typing\` to a member. ${whenNothingHappens}`,
  params: OtherMember,
  reply: Nothing,
})

export const askPresence = endpoint({
  ...postByMember,
  path: '/messaging/presence/:userId',
  limits: ['signal'],
  summary: `Request the live event \`presence\` if a member is online. ${whenNothingHappens}`,
  params: OtherMember,
  reply: Nothing,
})

export const countUnread = endpoint({
  ...getByMember,
  path: '/messaging/unread',
  summary: 'Count the senders with unread messages',
  reply: Unread,
})

export const live = endpoint({
  ...getByMember,
  path: '/live',
  summary: 'Open the stream of live events (Server-Sent Events). The reply lists the events',
  query: z.object({ post: IdInPath.optional().meta({ description: 'The post that the page shows.' }) }),
  reply: z.string().meta({
    description: `The events, each with its JSON as \`data:\`. \`message\`: a message to or from the caller, sent again when its \`offer\` changes and with \`deleted: true\` when it is taken back. \`read\` {chatIds, userId}: messages were read. \`unread\` {senders}: the new count. \`notification\` {unread}: the new count. \`block\` {userId}: the caller has blocked or unblocked this member on another page. \`order\` {orderId, state}: an order has changed; for a seller \`orderId\` is the id of the line. \`posts\`: the home feed has a new post. \`post\` {id, deleted: true}: a post of the home feed was deleted. \`typing\` {userId} and \`presence\` {userId}: this member is typing to the caller, or is online. With the parameter \`post\` also \`comment\`: a new or changed comment on that post, or {id, deleted: true}; and \`post\` {id, likes, commentCount}, or {id, deleted: true}. With the header \`Last-Event-ID\` the missed events of the last ${liveEventMinutes} minutes are sent first. After a longer absence \`reset\` is sent, and the client must reload its data.`,
  }),
  isStream: true,
})

/** These types describe the `data:` of the live events. */
export const LiveRead = z.object({ chatIds: z.array(Id), userId: Id })
export type LiveRead = z.output<typeof LiveRead>
export type LiveUnread = z.output<typeof Unread>
export type LiveBlock = { userId: number }
export type LiveOrder = { orderId: number; state: string }
/** The `data:` of `post`. A page that does not show the post gets it only when the post is deleted. */
export type LivePost = { id: number; likes: number; commentCount: number } | { id: number; deleted: true }
/** The `data:` of `typing` and of `presence`. */
export type LiveSignal = { userId: number }
