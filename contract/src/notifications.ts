import { z } from 'zod'
import { MemberEntry } from './profiles.ts'
import { endpoint, getByMember, Nothing, postByMember } from './lib/endpoint.ts'
import { Flag, Id, mayBeAbsent, Time } from './lib/fields.ts'
import { PageQuery } from './lib/paged.ts'

/** A badge shows '99+' from 100 on, so there is no need to count further. */
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
    actorCount: z
      .int()
      .meta({ description: 'The number of members. 0 if the product or its staff is the cause.' }),
    target: z
      .object({
        type: z.enum(targetTypes),
        id: Id,
        title: z.string(),
        thumbnail: z.string().nullable(),
        postId: Id.nullable().meta({ description: 'The post that the comment belongs to.' }),
        isSale: z.boolean().meta({
          description:
            'True if the caller is the seller in this order. `id` is then the id of the order line.',
        }),
      })
      .nullable(),
    excerpt: z.string().nullable().meta({
      description: 'The beginning of the newest comment or reply of this row. Null for other kinds.',
    }),
    text: z
      .string()
      .meta({ description: 'The whole sentence, such as `Ada Obi and 12 others liked your post`.' }),
    read: z.boolean(),
    createdDate: Time.meta({ description: 'The time of the newest event of this row.' }),
  })
  .meta({ id: 'Notification' })
export type Notification = z.output<typeof Notification>

const Kinds = z
  .string()
  .transform((list) => list.split(','))
  .pipe(z.array(NotificationKind))

export const NotificationQuery = z.object({
  unread: Flag.optional().meta({ description: '`true` selects only unread ones.' }),
  kinds: Kinds.optional().meta({ description: 'A comma-separated list. All kinds if absent.' }),
  cursor: z
    .string()
    .regex(/^\d{1,16}\.\d{1,16}$/, 'This is not a cursor of this list.')
    .optional()
    .meta({ description: 'The `nextCursor` of the previous page.' }),
  size: PageQuery.shape.size,
})
export type NotificationQuery = z.output<typeof NotificationQuery>

export const NotificationPage = z.object({
  content: z.array(Notification),
  nextCursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
})
export type NotificationPage = z.output<typeof NotificationPage>

export const listNotifications = endpoint({
  ...getByMember,
  path: '/notifications',
  summary: 'List the caller’s notifications, newest first. One row per kind and target',
  query: NotificationQuery,
  reply: NotificationPage,
})

const UnreadNotifications = z.object({ count: z.int().meta({ description: 'The number of unread rows.' }) })

export const countNotifications = endpoint({
  ...getByMember,
  path: '/notifications/unread',
  summary: `Count unread notifications, up to ${maxUnreadCount}`,
  reply: UnreadNotifications,
})

export const readNotifications = endpoint({
  method: 'PATCH',
  path: '/notifications/read',
  access: 'member',
  summary: 'Mark the notifications in `ids` as read, or all without `ids`. Returns how many remain unread',
  body: z.object({ ids: mayBeAbsent(z.array(Id).max(1000)) }).nullish(),
  reply: UnreadNotifications,
})

/** What has settings: the kinds of notifications, and messages, which are in no list of notifications. */
export const settingKinds = [...notificationKinds, 'MESSAGE'] as const
export type SettingKind = (typeof settingKinds)[number]

const Switches = z.object({ inApp: z.boolean(), push: z.boolean(), mail: z.boolean() })
const MessageSwitches = Switches.omit({ inApp: true })

const KindSwitches = z.object({
  LIKE: Switches,
  COMMENT: Switches,
  REPLY: Switches,
  COMMENT_LIKE: Switches,
  MENTION: Switches,
  FOLLOW: Switches,
  PROPOSAL: Switches,
  MODERATION: Switches,
  ORDER: Switches,
  REVIEW: Switches,
  DISPUTE: Switches,
  PAYOUT: Switches,
  MESSAGE: MessageSwitches,
} satisfies Record<SettingKind, z.ZodObject>)

export const NotificationSettings = z.object({ kinds: KindSwitches }).meta({ id: 'NotificationSettings' })
export type NotificationSettings = z.output<typeof NotificationSettings>

export const getNotificationSettings = endpoint({
  ...getByMember,
  path: '/notifications/settings',
  summary: 'Get which kinds, and whether messages, are shown, pushed and included in the weekly mail',
  reply: NotificationSettings,
})

/** This is an object and not a record, so that an unknown kind is ignored whatever its value is. */
const KindChanges = z.object(
  Object.fromEntries(
    settingKinds.map((kind) => [
      kind,
      kind === 'MESSAGE' ? MessageSwitches.partial().optional() : Switches.partial().optional(),
    ]),
  ),
)

export const updateNotificationSettings = endpoint({
  method: 'PUT',
  path: '/notifications/settings',
  access: 'member',
  summary: 'Update notification settings. Absent settings stay unchanged, unknown kinds are ignored',
  body: z.object({ kinds: KindChanges }),
  reply: NotificationSettings,
})

export const PushSubscription = z.object({
  endpoint: z.string().max(2000),
  keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
})
export type PushSubscription = z.output<typeof PushSubscription>

export const addPushSubscription = endpoint({
  ...postByMember,
  path: '/push/subscription',
  summary: 'Subscribe a browser to notifications that arrive while the page is closed (Web Push)',
  body: PushSubscription,
  reply: Nothing,
})

export const removePushSubscription = endpoint({
  method: 'DELETE',
  path: '/push/subscription',
  access: 'member',
  summary: 'Unsubscribe a browser from push notifications',
  body: PushSubscription.pick({ endpoint: true }),
  reply: Nothing,
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/notifications/unsubscribe',
  access: 'public',
  summary: 'Unsubscribe from the weekly mail with the token of its link',
  query: z.object({ token: z.string().min(1).max(500) }),
  // Mail programs send a fixed form (RFC 8058) that carries no information, so it is not parsed.
  isRaw: true,
  reply: Nothing,
  message: 'You will get no more weekly mails.',
})

/** The `data:` of the live event `notification`. */
export type LiveNotification = { unread: number }
