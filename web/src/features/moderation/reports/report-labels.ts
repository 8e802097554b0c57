import type { ReportTarget } from '@rootsquare/contract/reports'

export const reportKinds = {
  post: { one: 'Post', many: 'Posts' },
  comment: { one: 'Comment', many: 'Comments' },
  chat: { one: 'Message', many: 'Messages' },
  item: { one: 'Item', many: 'Items' },
  user: { one: 'Member', many: 'Members' },
} as const satisfies Record<ReportTarget, object>
