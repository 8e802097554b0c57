import type { Report } from '@rootsquare/contract/reports'

/** The reply to a new report, about a post of member 2 unless overridden. */
export function sampleReport(rest: Partial<Report> = {}): Report {
  return {
    id: 3,
    targetType: 'post',
    targetId: 7,
    postId: null,
    userId: 2,
    username: 'wale',
    reporterId: 1,
    createdBy: 'ada',
    reason: 'Rude',
    addressed: false,
    createdDate: '2026-03-02T10:00:00.000Z',
    ...rest,
  }
}
