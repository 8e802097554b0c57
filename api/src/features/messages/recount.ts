import { sql } from 'kysely'
import { compareInRanges, isInRange, type IdRange } from '#api/db/batches.ts'
import type { Db } from '#api/db/db.ts'
import { recountJob } from '#api/jobs/job.ts'

const membersAtOnce = 20_000

/**
 * Counts from the indexes alone, which is why unread messages are read a second time. Messages to an erased member are in
 * the conversation of their sender alone.
 */
const conversationsOf = (range: IdRange) => sql<{ owner_id: number; side: number }>`
  with sides as (
    select receiver_id as owner_id, coalesce(sender_id, 0) as side, id, 0 as unread from messages
      where ${isInRange('receiver_id', range)}
    union all
    select sender_id, receiver_id, id, 0 from messages where ${isInRange('sender_id', range)}
    union all
    select receiver_id, coalesce(sender_id, 0), id, 1 from messages
      where read_at is null and ${isInRange('receiver_id', range)}
  ), recount as (
    select owner_id, side, max(sides.id) as last_message_id, sum(unread) as unread_count
    from sides join members on members.id = owner_id group by owner_id, side
  ), stored as (
    select * from threads where ${isInRange('owner_id', range)}
  )
  select owner_id, side from recount full join stored using (owner_id, side)
  where recount.last_message_id is distinct from stored.last_message_id
    or recount.unread_count is distinct from stored.unread_count
  order by 1, 2`

/** Finds conversations that differ from their messages. */
export const recountConversations = (db: Db, size = membersAtOnce) =>
  compareInRanges({ db, table: 'members', size }, conversationsOf)

export const recountConversationsNightly = recountJob({
  name: 'recount-threads',
  cron: '47 3 * * *',
  recount: recountConversations,
  message: 'conversations differ from their messages',
})
