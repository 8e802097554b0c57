import type { Insertable } from 'kysely'
import type { NewReport, Report } from '@rootsquare/contract/reports'
import { sqlState } from '#api/db/db.ts'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Deps } from '#api/deps.ts'
import { conflict, invalid, notFound } from '#api/http/refusal.ts'
import type { Viewer } from '#api/http/viewer.ts'
import { findTarget } from './target.ts'
import type { Target } from './target.ts'

export async function createReport(deps: Deps, viewer: Viewer, report: NewReport): Promise<Report> {
  const target = await findTarget(deps.db, viewer, report)
  if (target.reportedId === viewer.id) throw invalid(`You cannot report ${ownWords[target.type]}.`)
  const row = {
    reporter_id: viewer.id,
    reported_id: target.reportedId,
    target_type: target.type,
    target_id: target.id,
    group_id: target.groupId,
    reason: report.reason,
    snapshot: JSON.stringify(target.snapshot),
    created_at: deps.clock.now(),
  }
  const id = await write(deps.db, row)
  if (id === undefined)
    throw conflict('You have reported this already. The moderators will look at it.', 'REPORTED_ALREADY')
  return {
    id,
    targetType: row.target_type,
    targetId: row.target_id,
    reason: row.reason,
    addressed: false,
    createdDate: row.created_at.toISOString(),
  }
}

const ownWords: Record<Target['type'], string> = {
  post: 'your own post',
  comment: 'your own comment',
  user: 'yourself',
}

const noSuchRow = '23503'

/** Undefined where the same member's report of the same thing is still open. */
async function write(db: Db, row: Insertable<Tables['reports']>): Promise<number | undefined> {
  try {
    const written = await db
      .insertInto('reports')
      .values(row)
      .onConflict((on) =>
        on.columns(['reporter_id', 'target_type', 'target_id']).where('addressed_at', 'is', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    return written?.id
  } catch (error) {
    // Whose it was has just been erased.
    if (sqlState(error) === noSuchRow) throw notFound()
    throw error
  }
}
