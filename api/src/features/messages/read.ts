import { sql } from 'kysely'
import type { HasRead } from '@rootsquare/contract/messages'
import { afterCommit, transact } from '#api/db/db.ts'
import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { isSide } from './lists.ts'
import { noSuchMessage, sideOf } from './message-rows.ts'
import { countUnread } from './unread.ts'

export async function readMessage(deps: Deps, viewer: Viewer, chatId: number): Promise<HasRead> {
  const message = await deps.db
    .selectFrom('messages')
    .select(['sender_id', 'read_at'])
    .where('id', '=', chatId)
    .where('receiver_id', '=', viewer.id)
    .executeTakeFirst()
  if (!message) throw noSuchMessage()
  const chatIds =
    message.read_at === null ? await markRead(deps, viewer, message.sender_id, sql`id = ${chatId}`) : []
  return { chatIds, ...(await countUnread(deps.db, viewer.id)) }
}

/** Nothing to mark is no error, also where the other side never wrote or was erased. */
export async function readThread(
  deps: Deps,
  viewer: Viewer,
  userId: number,
  upTo: number | undefined,
): Promise<HasRead> {
  const seen = upTo === undefined ? sql`true` : sql`id <= ${upTo}`
  const sender = isSide(sql.ref('sender_id'), userId)
  const chatIds = await markRead(deps, viewer, sideOf(userId), sql`${sender} and ${seen}`)
  return { chatIds, ...(await countUnread(deps.db, viewer.id)) }
}

async function markRead(
  { db, clock, bus }: Deps,
  viewer: Viewer,
  senderId: number | null,
  which: ReturnType<typeof sql>,
): Promise<number[]> {
  return transact(db, async (tx) => {
    await lockMailboxes(tx, senderId === null ? [viewer.id] : [viewer.id, senderId])
    const { rows } = await sql<{ id: number }>`
      update messages set read_at = ${clock.now()}
      where receiver_id = ${viewer.id} and read_at is null and ${which}
      returning id`.execute(tx)
    if (rows.length > 0)
      afterCommit(tx, () => bus.news([viewer.id, ...(senderId === null ? [] : [senderId])]))
    return rows.map(({ id }) => id).toSorted((one, other) => one - other)
  })
}

/** Locks the conversation before its messages, so that two devices never deadlock. */
async function lockMailboxes(tx: Tx, memberIds: number[]): Promise<void> {
  await tx
    .selectFrom('mailboxes')
    .select('member_id')
    .where('member_id', 'in', memberIds)
    .orderBy('member_id')
    .forNoKeyUpdate()
    .execute()
}
