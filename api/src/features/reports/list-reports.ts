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
  const page = foundReports(db, viewer, query)
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id', 'desc')
    .limit(query.size)
    .offset(query.page * query.size)
  const rows = await selectReports(db, viewer, page).execute()
  // A page with nothing on it cannot carry the total.
  const total = rows[0]?.total ?? (query.page === 0 ? 0 : await countReports(db, viewer, query))
  return pageOf(
    rows.map((row) => shapeReport(row, viewer)),
    total,
    query,
  )
}

async function countReports(db: Db, viewer: Viewer, query: ReportsQuery): Promise<number> {
  const any = await foundReports(db, viewer, query).limit(1).executeTakeFirst()
  return any?.total ?? 0
}

function foundReports(db: Db, viewer: Viewer, query: ReportsQuery) {
  const { postReporter, userId, groupId, search, state, targetType } = query
  // Whoever or whatever is sought, there are few enough to count.
  const isSought = postReporter !== undefined || userId !== undefined || Boolean(search)
  const total = isSought ? sql<number>`count(*) over ()` : keptTotal(db, viewer, query)
  let found = seenReports(db, viewer).select(['reports.id', total.as('total')])
  if (postReporter !== undefined) found = found.where('reporter_id', '=', postReporter)
  if (userId !== undefined) found = found.where('reported_id', '=', userId)
  if (groupId !== undefined) found = found.where('reports.group_id', '=', groupId)
  if (targetType !== undefined) found = found.where('target_type', '=', targetType)
  if (state !== undefined) found = found.where('addressed_at', state === 'open' ? 'is' : 'is not', null)
  for (const word of search ? wordsOf(search) : []) found = found.where(hasWord(word))
  return found
}

/**
 * In the reason, or in the username of who reported or was reported. Each by an index of its own, which one `or` over
 * three tables could not use. Members are found by all their names, of which only this one is sought here; it holds no accents.
 */
function hasWord(word: string) {
  const like = sql`like '%' || fold_like(${word}) || '%'`
  const named = sql`members where members.search_text ${like} and lower(username) ${like}`
  return sql<boolean>`reports.id in (
    select id from reports where search_text ${like}
    union all select id from reports where reported_id in (select id from ${named})
    union all select id from reports where reporter_id in (select id from ${named})
  )`
}

/** By the numbers that are kept of each kind: the pages of a long queue are not counted every time. */
function keptTotal(db: Db, viewer: Viewer, { groupId, state, targetType }: ReportsQuery): RawBuilder<number> {
  let counts = db.selectFrom('report_counts').where(mayEdit(viewer, 'report_counts.group_id'))
  if (groupId !== undefined) counts = counts.where('group_id', '=', groupId)
  if (targetType !== undefined) counts = counts.where('target_type', '=', targetType)
  if (state !== undefined) counts = counts.where('is_addressed', '=', state === 'addressed')
  return sql`(${counts.select(sql`coalesce(sum(n), 0)::bigint`.as('total'))})`
}
