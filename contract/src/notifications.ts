import { z } from 'zod'
import { MemberEntry } from './profiles.ts'
import { endpoint, Nothing } from './lib/endpoint.ts'
import { Id, Time } from './lib/fields.ts'
import { PageQuery } from './lib/paged.ts'

/** A badge says '99+' from 100 on, so further rows are not read. */
export const maxUnreadCount = 1000

export const notificationKinds = [
  'LIKE',
  'COMMENT',
  'REPLY',
  'COMMENT_LIKE',
  'MENTION',
  'FOLLOW',
  'PROPOSAL',
  'MODERATION',
  'ORDER',
  'REVIEW',
  'DISPUTE',
  'PAYOUT',
] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.output<typeof NotificationKind>

const targetTypes = ['post', 'comment', 'group', 'item', 'order', 'user', 'dispute', 'payout'] as const

export const Notification = z
  .object({
    id: Id,
    kind: NotificationKind,
    actors: z.array(MemberEntry).meta({ description: 'The newest three at most.' }),
    actorCount: z.int().meta({ description: 'Members; 0: the product itself or its staff.' }),
    target: z
      .object({
        type: z.enum(targetTypes),
        id: Id,
        title: z.string(),
        thumbnail: z.string().nullable(),
        postId: Id.nullable().meta({ description: 'The post of a comment.' }),
        isSale: z
          .boolean()
          .meta({ description: 'An order that the reader has sold: `id` is the id of the line.' }),
      })
      .nullable(),
    excerpt: z.string().nullable().meta({
      description: 'The beginning of the newest comment or reply of this row; null for other kinds.',
    }),
    text: z
      .string()
      .meta({ description: 'The whole sentence, such as `Ada Obi and 12 others liked your post`.' }),
    read: z.boolean(),
    createdDate: Time.meta({ description: 'Of the newest cause.' }),
  })
  .meta({ id: 'Notification' })
export type Notification = z.output<typeof Notification>

const Flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const Kinds = z
  .string()
  .transform((list) => list.split(','))
  .pipe(z.array(NotificationKind))

export const NotificationQuery = z.object({
  unread: Flag.optional().meta({ description: '`true`: only unread ones.' }),
  kinds: Kinds.optional().meta({ description: 'A comma list; without it all kinds.' }),
  cursor: z
    .string()
    .regex(/^\d{1,16}\.\d{1,16}$/, 'This is not a cursor of this list.')
    .optional()
    .meta({ description: '`nextCursor` of the page before.' }),
  size: PageQuery.shape.size,
})
export type NotificationQuery = z.output<typeof NotificationQuery>

export const NotificationPage = z.object({
  content: z.array(Notification),
  nextCursor: z.string().nullable().meta({ description: 'Null at the end.' }),
})
export type NotificationPage = z.output<typeof NotificationPage>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  access: 'member',
  summary: 'The caller’s notifications, newest first; one row for all of a kind on the same target',
  query: NotificationQuery,
  reply: NotificationPage,
})

const UnreadNotifications = z.object({ count: z.int().meta({ description: 'Unread rows.' }) })

export const countNotifications = endpoint({
  method: 'GET',
  path: '/notifications/unread',
  access: 'member',
  summary: `How many notifications are unread; no more than ${maxUnreadCount} are counted`,
  reply: UnreadNotifications,
})

export const readNotifications = endpoint({
  method: 'PATCH',
  path: '/notifications/read',
  access: 'member',
  summary: 'Mark those with these ids as read, without `ids` all; answers how many are left',
  body: z.object({ ids: z.array(Id).max(1000).optional() }).nullish(),
  reply: UnreadNotifications,
})

const Switches = z.object({ inApp: z.boolean(), push: z.boolean(), mail: z.boolean() })
export const NotificationSettings = z
  .object({ kinds: z.record(NotificationKind, Switches) })
  .meta({ id: 'NotificationSettings' })
export type NotificationSettings = z.output<typeof NotificationSettings>

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/notifications/settings',
  access: 'member',
  summary: 'Which kinds are shown, pushed, and in the weekly mail',
  reply: NotificationSettings,
})

/** An object and no record, so that an unknown kind is ignored whatever its value is. */
const KindChanges = z.object(
  Object.fromEntries(notificationKinds.map((kind) => [kind, Switches.partial().optional()])),
)

export const updateNotificationSettings = endpoint({
  method: 'PUT',
  path: '/notifications/settings',
  access: 'member',
  summary: 'Change some of the switches; absent ones stay, unknown kinds are ignored',
  body: z.object({ kinds: KindChanges }),
  reply: NotificationSettings,
})

export const PushSubscription = z.object({
  endpoint: z.string().max(2000),
  keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
})
export type PushSubscription = z.output<typeof PushSubscription>

export const addPushSubscription = endpoint({
  method: 'POST',
  path: '/push/subscription',
  access: 'member',
  summary: 'Send notifications to this browser, also while the page is closed (Web Push)',
  body: PushSubscription,
  reply: Nothing,
})

export const removePushSubscription = endpoint({
  method: 'DELETE',
  path: '/push/subscription',
  access: 'member',
  summary: 'Send nothing more to this browser',
  body: PushSubscription.pick({ endpoint: true }),
  reply: Nothing,
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/notifications/unsubscribe',
  access: 'public',
  summary: 'End the weekly mail, with the token of its link',
  query: z.object({ token: z.string().min(1).max(500) }),
  // Mail programs send a form (RFC 8058), which says nothing but that it was one click.
  isRaw: true,
  reply: Nothing,
  message: 'You will get no more weekly mails.',
})

/** The `data:` of the live event `notification`. */
export type LiveNotification = { unread: number }
