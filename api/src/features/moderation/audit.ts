import type { AuditLine, AuditQuery } from '@rootsquare/contract/moderation'
import { mostSought, pageOf } from '@rootsquare/contract/paged'
import type { Paged } from '@rootsquare/contract/paged'
import type { Db } from '#api/db/db.ts'

export async function listAudit(db: Db, query: AuditQuery): Promise<Paged<AuditLine>> {
  const total = await countLines(db, query)
  const from = query.page * query.size
  const rows = await linesFor(db, query)
    .leftJoin('members as actors', 'actors.id', 'audit_log.actor_id')
    .leftJoin('members as others', 'others.id', 'audit_log.member_id')
    .select(['audit_log.id', 'actor_id as actorId', 'member_id as userId', 'action', 'reason', 'detail'])
    .select(['actors.username as actorUsername', 'others.username as username'])
    .select(['target_type as targetType', 'target_id as targetId', 'audit_log.created_at'])
    .orderBy('audit_log.id', 'desc')
    .limit(Math.max(0, Math.min(query.size, total - from)))
    .offset(from)
    .execute()
  const lines = rows.map(({ created_at, ...line }) => ({ ...line, createdDate: created_at.toISOString() }))
  return pageOf(lines, total, query)
}

/** What a filter finds is counted as what a search does. */
async function countLines(db: Db, query: AuditQuery): Promise<number> {
  const isFiltered = (query.actorId ?? query.userId ?? query.action) !== undefined
  const { total } = await db
    .selectFrom(
      linesFor(db, query)
        .select('id')
        .$if(isFiltered, (lines) => lines.limit(mostSought))
        .as('lines'),
    )
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function linesFor(db: Db, { actorId, userId, action }: AuditQuery) {
  let lines = db.selectFrom('audit_log')
  if (actorId !== undefined) lines = lines.where('audit_log.actor_id', '=', actorId)
  if (userId !== undefined) lines = lines.where('audit_log.member_id', '=', userId)
  if (action !== undefined) lines = lines.where('audit_log.action', '=', action)
  return lines
}
