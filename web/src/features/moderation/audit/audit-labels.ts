import type { AuditAction, AuditSubject } from '@rootsquare/contract/moderation'

export const auditActions = {
  SUSPEND_USER: 'Suspended a member',
  UNSUSPEND_USER: 'Lifted a suspension',
  BAN_USER: 'Banned a member',
  CREATE_ADMIN: 'Created an admin',
  MAKE_MODERATOR: 'Made a moderator',
  END_MODERATOR: 'Ended a moderator’s role',
  RESOLVE_REPORT: 'Resolved a report',
  CREATE_GROUP: 'Created a group',
  WRITE_SECTION: 'Wrote a section',
  RESTORE_SECTION: 'Restored a section',
  ACCEPT_PROPOSAL: 'Accepted a proposal',
  DECLINE_PROPOSAL: 'Declined a proposal',
  DELETE_POST: 'Deleted a post',
  DELETE_COMMENT: 'Deleted a comment',
  APPROVE_ITEM: 'Approved an item',
  DISAPPROVE_ITEM: 'Disapproved an item',
  DELETE_ITEM: 'Deleted an item',
  CREATE_CATEGORY: 'Added a category',
  REFUND_LINE: 'Refunded a line of an order',
  ACCEPT_PAYMENT: 'Accepted a held payment',
  REFUND_PAYMENT: 'Refunded a held payment',
  VIEW_ANALYTICS: 'Looked at their analytics',
} as const satisfies Record<AuditAction, string>

export const auditSubjects = {
  group: 'Group',
  report: 'Report',
  proposal: 'Proposal',
  post: 'Post',
  comment: 'Comment',
  item: 'Item',
  category: 'Category',
  order: 'Order',
} as const satisfies Record<AuditSubject, string>
