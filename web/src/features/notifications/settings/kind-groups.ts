import type { NotificationKind } from '@rootsquare/contract/notifications'
import type { Channel } from '#web/features/notifications/api.ts'

type KindGroup = { title: string; kinds: [NotificationKind, string][] }

export const kindGroups: KindGroup[] = [
  {
    title: 'Posts and comments',
    kinds: [
      ['LIKE', 'Somebody likes your post'],
      ['COMMENT', 'Somebody comments on your post'],
      ['REPLY', 'Somebody answers your comment'],
      ['COMMENT_LIKE', 'Somebody likes your comment'],
      ['MENTION', 'Somebody mentions you'],
    ],
  },
  {
    title: 'People and groups',
    kinds: [
      ['FOLLOW', 'Somebody follows you'],
      ['PROPOSAL', 'Your proposal for a group is decided'],
      ['MODERATION', 'Moderators act on what you wrote or reported'],
    ],
  },
  {
    title: 'Buying and selling',
    kinds: [
      ['ORDER', 'Your orders and sales'],
      ['REVIEW', 'Reviews of what you sell'],
      ['DISPUTE', 'Disputes about an order'],
      ['PAYOUT', 'Payouts to your bank account'],
    ],
  },
]

export const channels: [Channel, string][] = [
  ['inApp', 'In the app'],
  ['push', 'Push'],
  ['mail', 'Weekly mail'],
]
