import { sql } from 'kysely'
import type { ReportTarget } from '@rootsquare/contract/reports'
import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import type { NewNotification } from '#api/domain/notify.ts'
import type { SystemMessage } from '#api/domain/system-messages.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { isRemoved } from './report-rows.ts'

type Target = Pick<AddressedReport, 'target_type' | 'target_id'>
type Which = { id: number; target?: Target } | { reportedId: number }
type AddressedReport = {
  reporter_id: number | null
  reported_id: number
  target_type: ReportTarget
  target_id: number
}

/**
 * Marks one report as addressed, with all others on its `target` if that was removed, or every open one on a member whom the
 * caller has locked with the viewer. Returns how many were open, and the messages and notifications to their reporters,
 * which the caller sends with its own. From then on the sweeper may delete the files that were evidence.
 */
export async function markAddressed(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  viewer: Viewer,
  which: Which,
): Promise<{ count: number; thanks: SystemMessage[]; notices: NewNotification[] }> {
  const addressed = await tx
    .updateTable('reports')
    .set({ closed_at: clock.now(), closed_by: viewer.id })
    .where('closed_at', 'is', null)
    .where(matches(which))
    .returning(['reporter_id', 'reported_id', 'target_type', 'target_id'])
    .execute()
  const thanks = await thanksFor(tx, viewer, addressed)
  const notices = thanks.map(({ memberId }) =>
    noticeFor(
      memberId,
      addressed.filter(({ reporter_id }) => reporter_id === memberId),
    ),
  )
  return { count: addressed.length, thanks, notices }
}

function matches(which: Which) {
  if ('reportedId' in which) return sql<boolean>`reported_id = ${which.reportedId}`
  const { id, target } = which
  if (target === undefined) return sql<boolean>`id = ${id}`
  return sql<boolean>`(id = ${id} or (
    target_type = ${target.target_type} and target_id = ${target.target_id} and ${isRemoved}))`
}

/** It leads to what was reported; after several reports on a member, or one on a message or review, to the member. */
function noticeFor(memberId: number, reports: AddressedReport[]): NewNotification {
  const text = `Our moderators have dealt with your ${reports.length === 1 ? 'report' : 'reports'}`
  const [first, ...more] = reports
  const target =
    first && more.length === 0 && first.target_type !== 'chat' && first.target_type !== 'review'
      ? { type: first.target_type, id: first.target_id }
      : { type: 'user' as const, id: first?.reported_id ?? 0 }
  return { memberId, kind: 'MODERATION', target, text }
}

/** One message per reporter, and none to the viewer, who resolved the reports. */
async function thanksFor(tx: Tx, viewer: Viewer, addressed: AddressedReport[]): Promise<SystemMessage[]> {
  const byReporter = Map.groupBy(addressed, ({ reporter_id }) => reporter_id)
  const reported = addressed[0]?.reported_id
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

/** Leaves out members who are being erased now: their erasure waits for these reports, so to wait for it would deadlock. */
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

function thanks(username: string, reports: AddressedReport[]): string {
  const [first, ...more] = reports
  if (!first || more.length > 0) {
    return `Thank you for your reports about ${username}. Our moderators have looked at them and dealt with them.`
  }
  return `Thank you for your report of ${username}’s ${targetNames[first.target_type]}. Our moderators have looked at it and dealt with it.`
}
