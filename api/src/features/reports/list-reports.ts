import { sql, type RawBuilder } from 'kysely'
import { pageOf } from '@rootsquare/contract/lib/paged'
import type { ReportsQuery } from '@rootsquare/contract/reports'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { countMatches, isCapped, newestMatches, type SearchSource } from '#api/domain/search/capped-search.ts'
import { matchesEveryWord } from '#api/domain/search/member-search.ts'
import { canEditGroup, requireEditor } from '#api/features/groups/sections/editors.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { seenReports, selectReports, shapeReport } from './report-rows.ts'

/** Lists reports, except those about the viewer, who must not learn who reported them. */
export async function listReports({ db, clock }: Deps, viewer: Viewer, query: ReportsQuery) {
  if (query.groupId !== undefined) await requireEditor(db, viewer, query.groupId)
  const { page, count } = query.search
    ? searchPage(db, viewer, { ...query, search: query.search })
    : queuePage(db, viewer, query)
  const rows = await selectReports(db, viewer, page).execute()
  // An empty page has no row that could contain the total.
  const total = rows[0]?.total ?? (query.page === 0 ? 0 : await count())
  return pageOf(
    rows.map((row) => shapeReport(row, viewer, clock.now())),
    total,
    query,
    isCapped(query.search, total),
  )
}

function searchPage(db: Db, viewer: Viewer, query: ReportsQuery & { search: string }) {
  const rows = filtered(db, viewer, query).select(['id', 'created_at', 'search_text'])
  const source: SearchSource = {
    search: query.search,
    rows: sql`${rows}`,
    // The words are normalised once per query, not once per row.
    matches: matchesEveryWord(query.search, (pattern) => sql`search_text like (select ${pattern})`),
    order: ['created_at', 'id'],
  }
  return { page: newestMatches(source, query).as<'page'>('page'), count: () => countMatches(db, source) }
}

function queuePage(db: Db, viewer: Viewer, query: ReportsQuery) {
  const isDeep = query.page * query.size >= deep && !isOfOne(query)
  const page = isDeep
    ? deepPage(db, viewer, query).as<'page'>('page')
    : nearPage(db, viewer, query).as('page')
  return { page, count: () => countReports(db, viewer, query) }
}

async function countReports(db: Db, viewer: Viewer, query: ReportsQuery): Promise<number> {
  const any = isOfOne(query)
    ? await counted(db, viewer, query).limit(1).executeTakeFirst()
    : await db.selectNoFrom(storedTotal(db, viewer, query).as('total')).executeTakeFirst()
  return any?.total ?? 0
}

/** The largest size that `PageQuery` accepts. */
const maxRows = sql.lit(100)

/**
 * Reads a page from the newest report on. The bound is a literal: for a limit in a parameter PostgreSQL would expect a tenth of
 * all rows, would not cache the plan, and would plan each page anew, which takes longer than reading it.
 */
function nearPage(db: Db, viewer: Viewer, query: ReportsQuery) {
  const skip = query.page * query.size
  const bounded = counted(db, viewer, query)
    .select('reports.created_at')
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id', 'desc')
    .limit(maxRows)
    .$if(skip > 0, (rows) => rows.offset(skip))
  return db
    .selectFrom(bounded.as('reports'))
    .select(['reports.id', 'reports.total'])
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id', 'desc')
    .limit(query.size)
}

const deep = 1000

/**
 * Reads a page deep in a long queue, where skipping costs more than reading.
 * Past its middle the queue is read from the other end.
 */
function deepPage(db: Db, viewer: Viewer, query: ReportsQuery) {
  const { page, size } = query
  const skip = page * size
  const found = filtered(db, viewer, query).select('reports.id')
  const total = sql<number>`(select total from counted)`
  const isPast = sql<boolean>`${skip * 2} > ${total}`
  const newestFirst = found
    .where(sql<boolean>`not ${isPast}`)
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id', 'desc')
    .limit(size)
    .offset(skip)
  const oldestFirst = found
    .where(isPast)
    .orderBy('reports.created_at')
    .orderBy('reports.id')
    .limit(sql<number>`greatest(least(${size}, ${total} - ${skip}), 0)`)
    .offset(sql<number>`greatest(${total} - ${skip + size}, 0)`)
  return sql<{ id: number; total: number }>`(
    with counted as materialized (select ${storedTotal(db, viewer, query)} as total)
    select id, ${total} as total from ((${newestFirst}) union all (${oldestFirst}) limit ${maxRows}) as ids limit ${size})`
}

function counted(db: Db, viewer: Viewer, query: ReportsQuery) {
  const total = isOfOne(query) ? sql<number>`count(*) over ()` : storedTotal(db, viewer, query)
  return filtered(db, viewer, query).select(['reports.id', total.as('total')])
}

/**
 * Returns whether the list is filtered by a member or id, and so is short enough
 * to count. Other totals come from stored counters.
 */
function isOfOne({ reportId, postReporter, userId }: ReportsQuery): boolean {
  return [reportId, postReporter, userId].some((id) => id !== undefined)
}

function filtered(db: Db, viewer: Viewer, query: ReportsQuery) {
  const { reportId, postReporter, userId } = query
  let found = ofKind(db, viewer, query).where('reported_id', '<>', viewer.id)
  if (reportId !== undefined) found = found.where('reports.id', '=', reportId)
  if (postReporter !== undefined) found = found.where('reporter_id', '=', postReporter)
  if (userId !== undefined) found = found.where('reported_id', '=', userId)
  return found
}

function ofKind(db: Db, viewer: Viewer, { groupId, state, targetType }: ReportsQuery) {
  let found = seenReports(db, viewer)
  if (groupId !== undefined) found = found.where('reports.group_id', '=', groupId)
  if (targetType !== undefined) found = found.where('target_type', '=', targetType)
  if (state !== undefined) found = found.where('closed_at', state === 'open' ? 'is' : 'is not', null)
  return found
}

/** Computes the total from the stored counters, less the few reports about the viewer. */
function storedTotal(db: Db, viewer: Viewer, query: ReportsQuery): RawBuilder<number> {
  const { groupId, state, targetType } = query
  let counts = db.selectFrom('report_counts').where(canEditGroup(viewer, 'report_counts.group_id'))
  if (groupId !== undefined) counts = counts.where('group_id', '=', groupId)
  if (targetType !== undefined) counts = counts.where('target_type', '=', targetType)
  if (state !== undefined) counts = counts.where('is_closed', '=', state === 'addressed')
  const all = counts.select(sql`coalesce(sum(n), 0)::bigint`.as('total'))
  const own = ofKind(db, viewer, query)
    .where('reported_id', '=', viewer.id)
    .select(sql`count(*)`.as('total'))
  return sql`((${all}) - (${own}))`
}
