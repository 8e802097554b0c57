import type { ReportTarget } from '@rootsquare/contract/reports'

export const notAvailable = 'Not available'

/** Null for a member who is erased. */
export function usernameLabel(username: string | null): string {
  return username === null ? notAvailable : `@${username}`
}

/** Where at least the number is known. */
export function memberLabel(id: number, username: string | null | undefined): string {
  return username ? `@${username}` : `member ${id}`
}

export const reportKinds = {
  post: { one: 'Post', many: 'Posts' },
  comment: { one: 'Comment', many: 'Comments' },
  chat: { one: 'Message', many: 'Messages' },
  item: { one: 'Item', many: 'Items' },
  user: { one: 'Member', many: 'Members' },
  review: { one: 'Review', many: 'Reviews' },
} as const satisfies Record<ReportTarget, object>
