import { sql, type RawBuilder } from 'kysely'
import type { Message, ReceivedQuery, SentQuery } from '@rootsquare/contract/messages'
import { pageOf, type PageQuery, type Paged } from '@rootsquare/contract/lib/paged'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { selectMessages, shapeMessage, sideOf, type MessageReader } from './message-rows.ts'

export async function listReceived(reader: MessageReader, viewer: Viewer, query: ReceivedQuery) {
  const { userId, read } = query
  const sender = userId === undefined ? sql`true` : isOtherSide(sql.ref('sender_id'), userId)
  const state = read === undefined ? sql`true` : sql`(read_at is not null) = ${read}`
  return pageOfMessages(reader, viewer, query, sql`receiver_id = ${viewer.id} and ${sender} and ${state}`)
}

export async function listSent(reader: MessageReader, viewer: Viewer, query: SentQuery) {
  const receiver = query.userId === undefined ? sql`true` : sql`receiver_id = ${query.userId}`
  return pageOfMessages(reader, viewer, query, sql`sender_id = ${viewer.id} and ${receiver}`)
}

export function isOtherSide(column: RawBuilder<unknown>, userId: number): RawBuilder<boolean> {
  return sideOf(userId) === null ? sql`${column} is null` : sql`${column} = ${userId}`
}

async function pageOfMessages(
  reader: MessageReader,
  viewer: Viewer,
  query: PageQuery,
  which: RawBuilder<unknown>,
): Promise<Paged<Message>> {
  const { rows } = await sql<{
    total: number
  }>`select count(*) as total from messages where ${which}`.execute(reader.db)
  const content = await selectMessages(
    reader,
    viewer,
    sql`select id from messages where ${which}
      order by id desc limit ${query.size} offset ${query.page * query.size}`,
  )
  return pageOf(content.map(shapeMessage), rows[0]?.total ?? 0, query)
}
