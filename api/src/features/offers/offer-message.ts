import { sql } from 'kysely'
import type { Message } from '@rootsquare/contract/messages'
import type { Tx } from '#api/db/db.ts'
import { noSuchMessage, selectMessages, shapeMessage } from '#api/features/messages/message-rows.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

/** The message that shows an offer, as one of its two sides sees it. */
export async function offerMessage(tx: Tx, viewer: Viewer, messageId: number): Promise<Message> {
  const [row] = await selectMessages(tx, viewer, sql`select ${messageId}::bigint as id`)
  if (!row) throw noSuchMessage()
  return shapeMessage(row)
}
