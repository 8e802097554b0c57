import type { NotificationKind } from '@rootsquare/contract/notifications'
import type { Channel } from '#web/features/notifications/api.ts'

type KindGroup = { title: string; kinds: [NotificationKind, string][] }

export const kindGroups: KindGroup[] = [
  {
    title: 'Posts and comments',
    kinds: [
      ['LIKE', 'Likes on your posts'],
      ['COMMENT', 'Comments on your posts'],
      ['REPLY', 'Replies to your comments'],
      ['COMMENT_LIKE', 'Likes on your comments'],
      ['MENTION', 'Mentions of you'],
    ],
  },
  {
    title: 'People and groups',
    kinds: [
      ['FOLLOW', 'New followers'],
      ['PROPOSAL', 'Decisions on your proposals'],
      ['MODERATION', 'What moderators decide'],
    ],
  },
  {
    title: 'Buying and selling',
    kinds: [
      ['ORDER', 'Orders and sales'],
      ['REVIEW', 'Reviews'],
      ['DISPUTE', 'Disputes'],
      ['PAYOUT', 'Payouts'],
    ],
  },
]

export const channels: [Channel, string][] = [
  ['inApp', 'In the app'],
  ['push', 'Push'],
  ['mail', 'Weekly mail'],
]
