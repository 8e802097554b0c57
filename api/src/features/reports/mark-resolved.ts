import { sql } from 'kysely'
import type { ReportTarget } from '@rootsquare/contract/reports'
import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import type { NewNotification } from '#api/domain/notify.ts'
import type { SystemMessage } from '#api/domain/system-messages.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { isRemoved } from './report-rows.ts'

type Target = Pick<ResolvedReport, 'target_type' | 'target_id'>
type Which = { id: number; target?: Target } | { reportedId: number }
type ResolvedReport = {
  reporter_id: number | null
  reported_id: number
  target_type: ReportTarget
  target_id: number
}

/**
 * Marks one report as resolved, and with it all others on its `target` if that was removed; or every open report on a member,
 * whom the caller must have locked with the viewer. Returns how many were open, and the messages and notifications to their
 * reporters, which the caller sends with its own. After that the sweeper may delete the files that were evidence.
 */
export async function markResolved(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  viewer: Viewer,
  which: Which,
): Promise<{ count: number; thanks: SystemMessage[]; notices: NewNotification[] }> {
  const resolved = await tx
    .updateTable('reports')
    .set({ closed_at: clock.now(), closed_by: viewer.id })
    .where('closed_at', 'is', null)
    .where(matches(which))
    .returning(['reporter_id', 'reported_id', 'target_type', 'target_id'])
    .execute()
  const thanks = await thanksFor(tx, viewer, resolved)
  const notices = thanks.map(({ memberId }) =>
    noticeFor(
      memberId,
      resolved.filter(({ reporter_id }) => reporter_id === memberId),
    ),
  )
  return { count: resolved.length, thanks, notices }
}

function matches(which: Which) {
  if ('reportedId' in which) return sql<boolean>`reported_id = ${which.reportedId}`
  const { id, target } = which
  if (target === undefined) return sql<boolean>`id = ${id}`
  return sql<boolean>`(id = ${id} or (
    target_type = ${target.target_type} and target_id = ${target.target_id} and ${isRemoved}))`
}

/** Links to the reported target. After several reports, or one on a message or review, links to the member. */
function noticeFor(memberId: number, reports: ResolvedReport[]): NewNotification {
  const text = `Our moderators have dealt with your ${reports.length === 1 ? 'report' : 'reports'}`
  const [first, ...more] = reports
  const target =
    first && more.length === 0 && first.target_type !== 'chat' && first.target_type !== 'review'
      ? { type: first.target_type, id: first.target_id }
      : { type: 'user' as const, id: first?.reported_id ?? 0 }
  return { memberId, kind: 'MODERATION', target, text }
}

/** Returns one message per reporter, and none to the viewer, who resolved the reports. */
async function thanksFor(tx: Tx, viewer: Viewer, resolved: ResolvedReport[]): Promise<SystemMessage[]> {
  const byReporter = Map.groupBy(resolved, ({ reporter_id }) => reporter_id)
  const reported = resolved[0]?.reported_id
  const reporters = [...byReporter.keys()].filter((id) => id !== null && id !== viewer.id)
  if (reported === undefined || reporters.length === 0) return []
  const { username } = await tx
    .selectFrom('members')
    .select('username')
    .where('id', '=', reported)
    .executeTakeFirstOrThrow()
  const reachableReporters = await reachable(tx, reporters)
  return reachableReporters.map(({ id }) => ({
    memberId: id,
    text: thanks(username, byReporter.get(id) ?? []),
  }))
}

/**
 * Selects the reporters, except those who are being erased: their erasure waits
 * for these reports, so waiting for it would deadlock.
 */
async function reachable(tx: Tx, ids: (number | null)[]) {
  return tx
    .selectFrom('members')
    .select('id')
    .where(({ eb, val }) => eb('id', '=', eb.fn.any(val(ids))))
    .where('banned_at', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .skipLocked()
    .execute()
}

const targetNames: Record<ReportTarget, string> = {
  post: 'post',
  comment: 'comment',
  chat: 'message',
  item: 'item',
  user: 'profile',
  review: 'review',
}

function thanks(username: string, reports: ResolvedReport[]): string {
  const [first, ...more] = reports
  if (!first || more.length > 0) {
    return `Thank you for your reports about ${username}. Our moderators have looked at them and dealt with them.`
  }
  return `Thank you for your report of ${username}’s ${targetNames[first.target_type]}. Our moderators have looked at it and dealt with it.`
}
