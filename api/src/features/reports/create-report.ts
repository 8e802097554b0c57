import { sql, type Insertable } from 'kysely'
import type { NewReport, Report } from '@rootsquare/contract/reports'
import { transact, type Tx } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import type { Deps } from '#api/deps.ts'
import { shareBothMembers } from '#api/domain/lock-member.ts'
import { conflict, invalid } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { findTarget, type Target } from './report-target.ts'

export async function createReport(deps: Deps, viewer: Viewer, report: NewReport): Promise<Report> {
  const { reportedId } = await findTarget(deps, deps.db, viewer, report)
  return transact(deps.db, async (tx) => {
    // A ban at this moment either waits and then closes this report too, or is complete, and then the hidden target is not found.
    await shareBothMembers(deps, tx, viewer, reportedId)
    const target = await findTarget(deps, tx, viewer, report)
    if (target.reportedId === viewer.id) throw invalid(`You cannot report ${ownContentLabels[target.type]}.`)
    const row = {
      ...rowOf(target),
      reporter_id: viewer.id,
      reason: report.reason,
      created_at: deps.clock.now(),
    }
    const { id, created_by } = await write(tx, row)
    await storeEvidence(tx, id, target.media)
    return {
      id,
      targetType: target.type,
      targetId: target.id,
      postId: target.type === 'post' ? target.id : null,
      userId: target.reportedId,
      username: target.username,
      reporterId: viewer.id,
      createdBy: created_by,
      reason: row.reason,
      addressed: false,
      createdDate: row.created_at.toISOString(),
    }
  })
}

const rowOf = (target: Target) => ({
  reported_id: target.reportedId,
  target_type: target.type,
  target_id: target.id,
  group_id: target.groupId,
  snapshot: JSON.stringify(target.snapshot),
})

const ownContentLabels: Record<Target['type'], string> = {
  post: 'your own post',
  comment: 'your own comment',
  chat: 'your own message',
  item: 'your own item',
  user: 'yourself',
  review: 'your own review',
}

async function write(tx: Tx, row: Insertable<Tables['reports']>) {
  const written = await tx
    .insertInto('reports')
    .values(row)
    .onConflict((on) =>
      on.columns(['reporter_id', 'target_type', 'target_id']).where('closed_at', 'is', null).doNothing(),
    )
    .returning(['id', sql<string>`(select username from members where id = reporter_id)`.as('created_by')])
    .executeTakeFirst()
  if (written) return written
  throw conflict('You have reported this already. The moderators will look at it.', 'REPORTED_ALREADY')
}

/**
 * Marks the files of the target as evidence. Their rows are locked first: a deletion of the target at this moment either waits
 * and then finds them in use, or has already deleted them.
 */
async function storeEvidence(tx: Tx, report_id: number, urls: string[]): Promise<void> {
  if (urls.length === 0) return
  await tx.selectFrom('media').select('id').where('url', 'in', urls).orderBy('id').forShare().execute()
  const rows = urls.map((url) => ({ report_id, url }))
  await tx
    .insertInto('report_media')
    .values(rows)
    .onConflict((on) => on.doNothing())
    .execute()
}
