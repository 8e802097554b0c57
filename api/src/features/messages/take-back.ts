import { sql } from 'kysely'
import { takeBackMinutes } from '@rootsquare/contract/messages'
import { afterCommit, transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { lockActiveMember } from '#api/domain/lock-member.ts'
import { removeUnusedMedia } from '#api/features/uploads/unused-media.ts'
import { conflict } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { inMinutes } from '#api/ports/clock/clock.ts'
import { noSuchMessage, selectMessages, shapeMessage } from './message-rows.ts'

/**
 * Empties the message for both sides, and withdraws an open offer in it. Triggers send the events and correct the unread
 * count.
 */
export async function takeBackMessage(deps: Deps, viewer: Viewer, chatId: number) {
  return transact(deps.db, async (tx) => {
    await lockActiveMember(deps, tx, viewer)
    const message = await lockOwnMessage(tx, viewer, chatId)
    if (message.deleted_at === null) {
      if (message.created_at < inMinutes(deps.clock.now(), -takeBackMinutes))
        throw conflict('A message can be taken back for an hour after it was sent.', 'TOO_LATE')
      await clearMessage(tx, chatId, deps.clock.now())
      afterCommit(tx, () => deps.bus.news([message.receiver_id, viewer.id]))
    }
    const [cleared] = await selectMessages({ ...deps, db: tx }, viewer, sql`select ${chatId}::bigint as id`)
    if (!cleared) throw noSuchMessage()
    return shapeMessage(cleared)
  })
}

async function lockOwnMessage(tx: Tx, viewer: Viewer, chatId: number) {
  const message = await tx
    .selectFrom('messages')
    .select(['receiver_id', 'created_at', 'deleted_at'])
    .where('id', '=', chatId)
    .where('sender_id', '=', viewer.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!message) throw noSuchMessage()
  return message
}

async function clearMessage(tx: Tx, chatId: number, now: Date): Promise<void> {
  const media = await tx
    .deleteFrom('message_media')
    .where('message_id', '=', chatId)
    .returning('url')
    .execute()
  await tx
    .updateTable('offers')
    .set({ state: 'WITHDRAWN', decided_at: now })
    .where('message_id', '=', chatId)
    .where('state', '=', 'OPEN')
    .execute()
  await tx
    .updateTable('messages')
    .set({ body: '', mentioned_ids: [], item_id: null, has_media: false, deleted_at: now })
    .set({ read_at: sql<Date>`coalesce(read_at, ${now}::timestamptz)` })
    .where('id', '=', chatId)
    .execute()
  await removeUnusedMedia(
    tx,
    media.map(({ url }) => url),
  )
}
