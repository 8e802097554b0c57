import type { ReportTarget } from '@rootsquare/contract/reports'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'

export const notAvailableText = 'Not available'

/** Returns a username with its @, or a fixed text for an erased member, whose name is null. */
export function usernameLabel(username: string | null): string {
  return username === null ? notAvailableText : `@${username}`
}

/** Returns the username, or the number of a member whose name is unknown. */
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

export const unexpectedErrorText = 'An unexpected error occurred'

/** Returns the server’s message or the fallback. If no reply came, it adds what the reader can do. */
export function errorWithHint(failure: unknown, fallback: string = unexpectedErrorText): string {
  const isSilent = failure instanceof CallError && failure.status === 0
  return isSilent ? `${fallback}. Please check your network connection.` : errorText(failure, fallback)
}
