import { sql } from 'kysely'
import type { Message } from '@rootsquare/contract/messages'
import { noSuchMessage, selectMessages, shapeMessage } from '#api/features/messages/message-rows.ts'
import type { MessageReader } from '#api/features/messages/message-rows.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

/** Returns the message that shows an offer, as buyer or seller sees it. */
export async function offerMessage(
  reader: MessageReader,
  viewer: Viewer,
  messageId: number,
): Promise<Message> {
  const [row] = await selectMessages(reader, viewer, sql`select ${messageId}::bigint as id`)
  if (!row) throw noSuchMessage()
  return shapeMessage(row)
}
