import { sql } from 'kysely'
import type { Message } from '@rootsquare/contract/messages'
import { noSuchMessage, selectMessages, shapeMessage } from '#api/features/messages/message-rows.ts'
import type { MessageReader } from '#api/features/messages/message-rows.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

/** The message that shows an offer, as one of its two sides sees it. */
export async function offerMessage(
  reader: MessageReader,
  viewer: Viewer,
  messageId: number,
): Promise<Message> {
  const [row] = await selectMessages(reader, viewer, sql`select ${messageId}::bigint as id`)
  if (!row) throw noSuchMessage()
  return shapeMessage(row)
}
