import { sql, type RawBuilder } from 'kysely'
import { afterWrite, type Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { activeWriter, writeAs } from '#api/domain/write-as.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { isOtherSide } from './message-lists.ts'
import { noSuchMessage } from './message-rows.ts'
import { countUnread } from './unread-senders.ts'

export async function readMessage(deps: Deps, viewer: Viewer, chatId: number) {
  const chatIds = await markRead(deps, viewer, sql`messages.id = ${chatId}`)
  if (chatIds.length === 0) await requireReceived(deps.db, viewer, chatId)
  return { chatIds, ...(await countUnread(deps.db, viewer.id)) }
}

/**
 * Marks the conversation as read. It is not an error if there is nothing to mark, or if the other side never wrote or was
 * erased.
 */
export async function readConversation(deps: Deps, viewer: Viewer, userId: number, upTo: number | undefined) {
  const seen = upTo === undefined ? sql`true` : sql`messages.id <= ${upTo}`
  const chatIds = await markRead(deps, viewer, sql`${isOtherSide(sql.ref('sender_id'), userId)} and ${seen}`)
  return { chatIds, ...(await countUnread(deps.db, viewer.id)) }
}

type Marked = { chatIds: number[]; senderId: number | null }

/** Marks the messages `which` of one sender. Two devices run one after the other, because both lock their member first. */
async function markRead(deps: Deps, viewer: Viewer, which: RawBuilder<unknown>): Promise<number[]> {
  const { db, clock, bus } = deps
  const updateMessages = async (reader: Viewer) => {
    const { rows } = await sql<Marked>`
      with writer as (${activeWriter(reader, clock.now())}), marked as (
        update messages set read_at = ${clock.now()} from writer
        where receiver_id = writer.id and receiver_id = ${reader.id} and read_at is null and ${which}
        returning messages.id, sender_id
      )
      select array(select id from marked order by id) as "chatIds", (select max(sender_id) from marked) as "senderId"
      from writer`.execute(db)
    return rows[0]
  }
  const { chatIds, senderId } = await writeAs(deps, viewer, updateMessages, async () => {})
  if (chatIds.length > 0)
    afterWrite(db, () => bus.news([viewer.id, ...(senderId === null ? [] : [senderId])]))
  return chatIds
}

async function requireReceived(db: Db, viewer: Viewer, chatId: number): Promise<void> {
  const received = db
    .selectFrom('messages')
    .select('id')
    .where('id', '=', chatId)
    .where('receiver_id', '=', viewer.id)
  if (!(await received.executeTakeFirst())) throw noSuchMessage()
}
