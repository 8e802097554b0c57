import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { pageOf } from '@rootsquare/contract/paged'
import type { Paged } from '@rootsquare/contract/paged'
import type { ReportRecord, ReportsQuery } from '@rootsquare/contract/reports'
import type { Db } from '#api/db/db.ts'
import { wordsOf } from '#api/features/accounts/search.ts'
import { mayEdit, requireEditor } from '#api/features/groups/editors.ts'
import type { Viewer } from '#api/http/viewer.ts'
import { seenReports, selectReports, shapeReport } from './report-rows.ts'

export async function listReports(db: Db, viewer: Viewer, query: ReportsQuery): Promise<Paged<ReportRecord>> {
  if (query.groupId !== undefined) await requireEditor(db, viewer, query.groupId)
  const total = (isKept(query) ? keptTotal : countedTotal)(db, viewer, query)
  const page = foundReports(db, viewer, query)
    .select('reports.id')
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id', 'desc')
    .limit(query.size)
    .offset(query.page * query.size)
  const rows = await selectReports(db, viewer, page, total).execute()
  const content = rows.map((row) => shapeReport(row, viewer))
  return pageOf(content, rows[0]?.total ?? (await alone(db, total)), query)
}

function foundReports(db: Db, viewer: Viewer, query: ReportsQuery) {
  const { postReporter, userId, groupId, search, state, targetType } = query
  let found = seenReports(db, viewer)
  if (postReporter !== undefined) found = found.where('reporter_id', '=', postReporter)
  if (userId !== undefined) found = found.where('reported_id', '=', userId)
  if (groupId !== undefined) found = found.where('reports.group_id', '=', groupId)
  if (targetType !== undefined) found = found.where('target_type', '=', targetType)
  if (state !== undefined) found = found.where('addressed_at', state === 'open' ? 'is' : 'is not', null)
  return search ? found.where(hasEveryWord(search)) : found
}

/**
 * Each in the reason, or in the username of who reported or was reported. `search_text` is what an index finds; it holds
 * the other names too, which are not what is sought here.
 */
function hasEveryWord(sought: string) {
  const found = wordsOf(sought).map((word) => {
    const part = sql`'%' || fold_like(${word}) || '%'`
    const named = sql`array(select id from members where search_text like ${part} and fold(username) like ${part})`
    return sql`(fold(reason) like ${part} or reported_id = any(${named}) or reporter_id = any(${named}))`
  })
  return sql<boolean>`(${sql.join(found, sql` and `)})`
}

/** Whether the numbers kept of each kind of report answer how many there are. */
function isKept({ postReporter, userId, search }: ReportsQuery): boolean {
  return postReporter === undefined && userId === undefined && !search
}

function keptTotal(db: Db, viewer: Viewer, { groupId, state, targetType }: ReportsQuery): RawBuilder<number> {
  let counts = db.selectFrom('report_counts').where(mayEdit(viewer, 'report_counts.group_id'))
  if (groupId !== undefined) counts = counts.where('group_id', '=', groupId)
  if (targetType !== undefined) counts = counts.where('target_type', '=', targetType)
  if (state !== undefined) counts = counts.where('is_addressed', '=', state === 'addressed')
  return sql`(${counts.select(sql`coalesce(sum(n), 0)::bigint`.as('total'))})`
}

function countedTotal(db: Db, viewer: Viewer, query: ReportsQuery): RawBuilder<number> {
  return sql`(${foundReports(db, viewer, query).select(({ fn }) => fn.countAll().as('total'))})`
}

/** For a page with nothing on it, which cannot carry the number. */
async function alone(db: Db, total: RawBuilder<number>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${total} as total`.execute(db)
  return rows[0]?.total ?? 0
}
