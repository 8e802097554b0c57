import type { AuditQuery } from '@rootsquare/contract/moderation'
import { pageOf } from '@rootsquare/contract/lib/paged'
import { countRows } from '#api/db/count-rows.ts'
import type { Db } from '#api/db/db.ts'

/** Lists the log. The page is selected from the ids in an index, so that the last page costs little more than the first. */
export async function listAudit(db: Db, query: AuditQuery) {
  const total = await countRows(linesFor(db, query))
  const page = linesFor(db, query)
    .select('id')
    .orderBy('id', 'desc')
    .limit(query.size)
    .offset(query.page * query.size)
  const rows = await db
    .selectFrom(page.as('page'))
    .innerJoin('audit_log', 'audit_log.id', 'page.id')
    .leftJoin('members as actors', 'actors.id', 'audit_log.actor_id')
    .leftJoin('members as others', 'others.id', 'audit_log.member_id')
    .select(['audit_log.id', 'actor_id as actorId', 'member_id as userId', 'action', 'reason', 'detail'])
    .select(['actors.username as actorUsername', 'others.username as username'])
    .select(['target_type as targetType', 'target_id as targetId', 'audit_log.created_at'])
    .orderBy('audit_log.id', 'desc')
    .execute()
  const lines = rows.map(({ created_at, ...line }) => ({ ...line, createdDate: created_at.toISOString() }))
  return pageOf(lines, total, query)
}

function linesFor(db: Db, { actorId, userId, action }: AuditQuery) {
  let lines = db.selectFrom('audit_log')
  if (actorId !== undefined) lines = lines.where('actor_id', '=', actorId)
  if (userId !== undefined) lines = lines.where('member_id', '=', userId)
  if (action !== undefined) lines = lines.where('action', '=', action)
  return lines
}
