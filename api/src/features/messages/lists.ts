import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Message, ReceivedQuery, SentQuery } from '@rootsquare/contract/messages'
import { pageOf } from '@rootsquare/contract/paged'
import type { Paged, PageQuery } from '@rootsquare/contract/paged'
import type { Db } from '#api/db/db.ts'
import { blockedEitherWay } from '#api/features/accounts/visible-members.ts'
import type { Viewer } from '#api/http/viewer.ts'
import { selectMessages, shapeMessage, sideOf } from './message-rows.ts'

/** As in the inbox, what was written with whom a block stands between is out of sight, both ways. */
export async function listReceived(db: Db, viewer: Viewer, query: ReceivedQuery): Promise<Paged<Message>> {
  const { userId, read } = query
  const sender = userId === undefined ? sql`true` : isSide(sql.ref('sender_id'), userId)
  const state = read === undefined ? sql`true` : sql`(read_at is not null) = ${read}`
  const inSight = sql`coalesce(sender_id, 0) not in ${blockedEitherWay(viewer)}`
  const which = sql`receiver_id = ${viewer.id} and ${sender} and ${state} and ${inSight}`
  return pageOfMessages(db, viewer, query, which)
}

export async function listSent(db: Db, viewer: Viewer, query: SentQuery): Promise<Paged<Message>> {
  const receiver = query.userId === undefined ? sql`true` : sql`receiver_id = ${query.userId}`
  const inSight = sql`receiver_id not in ${blockedEitherWay(viewer)}`
  return pageOfMessages(db, viewer, query, sql`sender_id = ${viewer.id} and ${receiver} and ${inSight}`)
}

export function isSide(column: RawBuilder<unknown>, userId: number): RawBuilder<boolean> {
  return sideOf(userId) === null ? sql`${column} is null` : sql`${column} = ${userId}`
}

async function pageOfMessages(
  db: Db,
  viewer: Viewer,
  query: PageQuery,
  which: RawBuilder<unknown>,
): Promise<Paged<Message>> {
  const { rows } = await sql<{
    total: number
  }>`select count(*) as total from messages where ${which}`.execute(db)
  const content = await selectMessages(
    db,
    viewer,
    sql`select id from messages where ${which}
      order by id desc limit ${query.size} offset ${query.page * query.size}`,
  )
  return pageOf(content.map(shapeMessage), rows[0]?.total ?? 0, query)
}
