import type { ReportRecord, ReportTarget } from '@rootsquare/contract/reports'

export const reportKinds = {
  post: { one: 'Post', many: 'Posts' },
  comment: { one: 'Comment', many: 'Comments' },
  chat: { one: 'Message', many: 'Messages' },
  item: { one: 'Item', many: 'Items' },
  user: { one: 'Member', many: 'Members' },
} as const satisfies Record<ReportTarget, object>

export const notAvailable = 'Not available'

/** Whoever reported may have left for good since. */
export function reporterText({ createdBy }: ReportRecord): string {
  return createdBy === null ? notAvailable : `@${createdBy}`
}

const moment = new Intl.DateTimeFormat('en-NG', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
})

/** '16 Nov 2026, 08:15', as clocks in Lagos show it. */
export function reportedAt(iso: string): string {
  return moment.format(new Date(iso))
}
