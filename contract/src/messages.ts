import { z } from 'zod'
import { endpoint, Nothing } from './lib/endpoint.ts'
import { Id, inAddress, IdInPath, isVisible, Mentions, text, Time } from './lib/fields.ts'
import { paged, PageQuery } from './lib/paged.ts'
import { NewReport, Report, reportThanks } from './reports.ts'

export const messageLength = 5000
export const maxMessageMedia = 4
/** For this long the sender may take a message back. */
export const takeBackMinutes = 60
/** The sender of automated messages, in place of a member's id and username. */
export const systemId = 0
export const systemName = 'anonymousUser'

/** After a lost connection the events of so many minutes are sent again. A client that was away longer reloads. */
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
    duration: z.number().nullable().meta({ description: 'Of audio, in seconds.' }),
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
    state: z
      .enum(offerStates)
      .meta({ description: '`USED`: the buyer has ordered for this price. `LAPSED`: nobody did in time.' }),
    validUntil: Time.meta({ description: 'Of an open one: until when it can be accepted.' }),
    can: z.object({ accept: z.boolean(), decline: z.boolean(), withdraw: z.boolean() }),
  })
  .meta({ id: 'Offer' })
export type Offer = z.output<typeof Offer>

export const Message = z
  .object({
    chatId: Id,
    message: z.string(),
    createdBy: z.string().meta({ description: '`anonymousUser`: an automated message.' }),
    senderId: SideId.meta({ description: '0: the product itself.' }),
    receiverId: Id,
    senderUsername: z.string(),
    senderProfileImage: z.string().nullable(),
    unReadChatCount: z.int().meta({ description: 'How many unread ones the caller has from this sender.' }),
    read: z.boolean(),
    createdDate: Time,
    mentions: Mentions,
    item: z
      .object({ id: Id, name: z.string(), price: z.number(), imageUrl: z.string().nullable() })
      .nullable()
      .meta({ description: 'What the message is about.' }),
    offer: Offer.nullable().meta({ description: 'The price that this message proposes.' }),
    media: z.array(MessageMedium),
    deleted: z.boolean().meta({ description: 'Taken back by its sender: no text, media or item.' }),
  })
  .meta({ id: 'Message' })
export type Message = z.output<typeof Message>

export const NewMessage = z
  .object({
    eventType: z.literal('MESSAGE'),
    message: text(messageLength, 0).default('').meta({ description: 'May be empty where there are media.' }),
    userId: SideId,
    itemId: Id.nullish(),
    media: z
      .array(z.object({ url: text(1000).meta({ description: '`secure_url` of an own upload.' }) }))
      .max(maxMessageMedia, `A message has at most ${maxMessageMedia} pictures and voice notes.`)
      .default([]),
  })
  .refine(({ message, media }) => media.length > 0 || isVisible(message), {
    path: ['message'],
    error: 'Required.',
  })
export type NewMessage = z.output<typeof NewMessage>

export const createMessage = endpoint({
  method: 'POST',
  path: '/messaging/create',
  access: 'member',
  checksSession: true,
  summary:
    'Write to a member, or report a post, a comment, a message or a member; a report again while the first is open: 409',
  limitsBy: { field: 'eventType', of: { MESSAGE: ['message'], REPORT: ['report'] } },
  body: z.discriminatedUnion('eventType', [NewMessage, NewReport]),
  reply: z.union([Message, Report]),
  message: (reply) => ('reason' in reply ? reportThanks : undefined),
  isIdempotent: true,
})

const OfSide = PageQuery.extend({ userId: SideInPath.optional() })
const Flag = z.enum(['true', 'false']).transform((value) => value === 'true')

export const ReceivedQuery = OfSide.extend({ read: Flag.optional() })
export type ReceivedQuery = z.output<typeof ReceivedQuery>
export const SentQuery = OfSide
export type SentQuery = z.output<typeof SentQuery>

export const listReceived = endpoint({
  method: 'GET',
  path: '/messaging/received',
  access: 'member',
  summary: 'Messages to the caller, newest first; `userId` 0 are the automated ones',
  query: ReceivedQuery,
  reply: paged(Message),
})

export const listSent = endpoint({
  method: 'GET',
  path: '/messaging/sent',
  access: 'member',
  summary: 'Messages of the caller, newest first',
  query: SentQuery,
  reply: paged(Message),
})

export const Thread = z
  .object({
    userId: SideId.meta({ description: '0: the automated messages.' }),
    username: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    profileImage: z.string().nullable(),
    lastChatId: Id,
    lastMessage: z.string(),
    lastMedia: MessageMedium.shape.type
      .nullable()
      .meta({ description: 'The first picture or voice note of the last message.' }),
    isLastDeleted: z.boolean().meta({ description: 'The last one was taken back.' }),
    isLastOwn: z.boolean().meta({ description: 'The caller wrote the last one.' }),
    isLastRead: z.boolean(),
    unReadChatCount: z.int(),
    createdDate: Time.meta({ description: 'Of the last message.' }),
  })
  .meta({ id: 'Thread' })
export type Thread = z.output<typeof Thread>

export const listThreads = endpoint({
  method: 'GET',
  path: '/messaging/inbox',
  access: 'member',
  summary:
    'The inbox: one row for each member written with, and one for the automated messages, newest first',
  query: PageQuery,
  reply: paged(Thread),
})

export const ThreadQuery = z.object({
  cursor: IdInPath.optional().meta({ description: '`nextCursor` of the page before.' }),
  size: PageQuery.shape.size,
})
export type ThreadQuery = z.output<typeof ThreadQuery>

export const ThreadPage = paged(Message).extend({
  nextCursor: Id.nullable().meta({ description: 'Null on the last page.' }),
  member: Thread.pick({ username: true, firstname: true, lastname: true, profileImage: true })
    .nullable()
    .meta({ description: 'The other side, also where its profile answers 404; null: the product itself.' }),
  can: z.object({
    write: z.boolean(),
    block: z.boolean(),
    unblock: z.boolean(),
    report: z.boolean(),
  }),
})
export type ThreadPage = z.output<typeof ThreadPage>

export const getThread = endpoint({
  method: 'GET',
  path: '/messaging/with/:userId',
  access: 'member',
  summary:
    'The conversation with a member, both directions, newest first; `/with/0` are the automated messages',
  params: z.object({ userId: SideInPath }),
  query: ThreadQuery,
  reply: ThreadPage,
})

const Unread = z.object({ senders: z.int().meta({ description: 'How many senders have unread messages.' }) })
const HasRead = Unread.extend({
  chatIds: z.array(Id).meta({ description: 'Those that were unread until now.' }),
})
export type HasRead = z.output<typeof HasRead>

export const readMessage = endpoint({
  method: 'PATCH',
  path: '/messaging/read/:chatId',
  access: 'member',
  checksSession: true,
  summary: 'Mark one message as read; its receiver alone, repeating is harmless',
  params: z.object({ chatId: IdInPath }),
  reply: HasRead,
})

export const readThread = endpoint({
  method: 'PATCH',
  path: '/messaging/read/with/:userId',
  access: 'member',
  checksSession: true,
  summary: 'Mark all messages of a sender as read, or those up to `upTo`',
  params: z.object({ userId: SideInPath }),
  body: z.object({ upTo: Id.optional() }).nullish(),
  reply: HasRead,
})

export const takeBackMessage = endpoint({
  method: 'DELETE',
  path: '/messaging/:chatId',
  access: 'member',
  summary: `Take back one’s own message for both sides, within ${takeBackMinutes} minutes (later: 409 \`TOO_LATE\`); repeating is harmless`,
  params: z.object({ chatId: IdInPath }),
  reply: Message,
})

const OtherMember = z.object({ userId: IdInPath })
const whenNothingHappens =
  'Nothing happens where either side has switched `showPresence` off, or there is a block'

export const sendTyping = endpoint({
  method: 'POST',
  path: '/messaging/typing/:userId',
  access: 'member',
  writesNothing: true,
  limits: ['signal'],
  summary: `The caller is typing to this member, whose open pages get \`typing\`. ${whenNothingHappens}`,
  params: OtherMember,
  reply: Nothing,
})

export const askPresence = endpoint({
  method: 'POST',
  path: '/messaging/presence/:userId',
  access: 'member',
  writesNothing: true,
  limits: ['signal'],
  summary: `Ask whether this member is online now: the caller's open pages then get \`presence\`. ${whenNothingHappens}`,
  params: OtherMember,
  reply: Nothing,
})

export const countUnread = endpoint({
  method: 'GET',
  path: '/messaging/unread',
  access: 'member',
  summary: 'How many senders have unread messages: the badge',
  reply: Unread,
})

export const live = endpoint({
  method: 'GET',
  path: '/live',
  access: 'member',
  summary: `Server-Sent Events: \`message\` (a message to or from the caller, again with \`deleted: true\` when it is taken back, and when its \`offer\` changes), \`read\` ({chatIds, userId}), \`unread\` ({senders}), \`block\` ({userId}: the caller has blocked or unblocked on another page), \`order\` ({orderId, state}: for a seller the id of the line), \`posts\` (something new in the home feed), \`post\` ({id, deleted: true}: a post of the home feed is deleted), \`typing\` and \`presence\` ({userId}: somebody who types to the caller, or who is online). With \`post\` also \`comment\` (a new or changed comment on that post, or {id, deleted: true}) and \`post\` ({id, likes, commentCount}, or {id, deleted: true}). \`Last-Event-ID\` misses nothing of the last ${liveEventMinutes} minutes; an older one gets \`reset\`: load anew`,
  query: z.object({ post: IdInPath.optional().meta({ description: 'The post that the page shows.' }) }),
  reply: z.string(),
  isStream: true,
})

/** The `data:` of each event. */
export const LiveRead = z.object({ chatIds: z.array(Id), userId: Id })
export type LiveRead = z.output<typeof LiveRead>
export type LiveUnread = z.output<typeof Unread>
export type LiveBlock = { userId: number }
export type LiveOrder = { orderId: number; state: string }
/** Of `post` on a page that shows the post; elsewhere only where it is deleted. */
export type LivePost = { id: number; likes: number; commentCount: number } | { id: number; deleted: true }
/** Of `typing` and of `presence`. */
export type LiveSignal = { userId: number }
